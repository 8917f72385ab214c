-- The processes that work on this store, each as it described itself last.
CREATE TABLE dlq_node (
    name       text COLLATE "C" PRIMARY KEY,
    version    text COLLATE "C" NOT NULL,
    address    text COLLATE "C" NOT NULL,
    started_at bigint NOT NULL,
    seen_at    bigint NOT NULL,
    work       text COLLATE "C" NOT NULL
);
