-- Views of the list of letters under a name; the owner of a shared one is empty.
CREATE TABLE dlq_saved_view (
    owner    text COLLATE "C" NOT NULL,
    name     text COLLATE "C" NOT NULL,
    query    text COLLATE "C" NOT NULL,
    saved_by text COLLATE "C" NOT NULL,
    saved_at bigint NOT NULL,
    PRIMARY KEY (owner, name)
);
