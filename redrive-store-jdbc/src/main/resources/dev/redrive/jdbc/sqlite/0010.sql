-- Where the attributes of letters are, by which letters are found. A path gets another id from time to time, and values are kept by
-- the newest one, so that a capture writes into a small part of the index. An id is never given twice, so that values which were kept
-- for another path under the same name are not found.
CREATE TABLE dlq_search_path (
    id   INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL
) STRICT;

-- How far the attributes of letters are kept that were there before the paths were chosen. The newest letter that has not been looked
-- at is the first one before this id; there is one row at most.
CREATE TABLE dlq_search (
    one       INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    chosen_at INTEGER NOT NULL,
    next_path INTEGER NOT NULL,
    letters   INTEGER NOT NULL,
    looked_at INTEGER NOT NULL,
    before    BLOB,
    done      INTEGER NOT NULL
) STRICT;

CREATE TABLE dlq_attribute (
    id    BLOB NOT NULL,
    path  INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (id, path, value)
) STRICT, WITHOUT ROWID;

CREATE INDEX dlq_attribute_value_idx ON dlq_attribute (path, value, id);
