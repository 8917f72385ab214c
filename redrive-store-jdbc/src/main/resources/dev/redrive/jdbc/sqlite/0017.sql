-- The values by which a letter is found are also in its own row, so that they can be removed; a capture writes to one structure only.
ALTER TABLE dlq_letter ADD COLUMN attributes BLOB;

-- The same of letters whose values were taken after they had been written.
CREATE TABLE dlq_attribute_later (
    id         BLOB NOT NULL PRIMARY KEY,
    attributes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

DROP TABLE dlq_attribute;
CREATE TABLE dlq_attribute (
    path  INTEGER NOT NULL,
    value TEXT NOT NULL,
    id    BLOB NOT NULL,
    PRIMARY KEY (path, value, id)
) STRICT, WITHOUT ROWID;

-- What was there is taken anew.
UPDATE dlq_search SET letters = (SELECT COUNT(*) FROM dlq_letter), looked_at = 0, before = NULL, done = 0;
