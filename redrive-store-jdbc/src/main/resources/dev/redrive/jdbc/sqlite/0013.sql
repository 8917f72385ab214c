-- Views of the list of letters under a name; the owner of a shared one is empty.
CREATE TABLE dlq_saved_view (
    owner    TEXT NOT NULL,
    name     TEXT NOT NULL,
    query    TEXT NOT NULL,
    saved_by TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;
