-- The processes that work on this store, each as it described itself last.
CREATE TABLE dlq_node (
    name       TEXT PRIMARY KEY,
    version    TEXT NOT NULL,
    address    TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    work       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
