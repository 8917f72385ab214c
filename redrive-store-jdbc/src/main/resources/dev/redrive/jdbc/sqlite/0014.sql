-- What people wrote about causes.
CREATE TABLE dlq_cause_note (
    id       INTEGER NOT NULL PRIMARY KEY,
    cause_id BLOB NOT NULL,
    at       INTEGER NOT NULL,
    noted_by TEXT NOT NULL,
    note     TEXT NOT NULL
) STRICT;

CREATE INDEX dlq_cause_note_idx ON dlq_cause_note (cause_id, at, id);

-- Whether a cause is ignored until the next release.
ALTER TABLE dlq_cause ADD COLUMN until_release INTEGER NOT NULL DEFAULT 0;
