-- Orders to keep letters: each is on one letter, one cause or one channel.
CREATE TABLE dlq_legal_hold (
    letter_id BLOB,
    cause_id  BLOB,
    channel   TEXT,
    held_by   TEXT NOT NULL,
    reason    TEXT NOT NULL,
    since     INTEGER NOT NULL,
    CHECK ((letter_id IS NOT NULL) + (cause_id IS NOT NULL) + (channel IS NOT NULL) = 1)
) STRICT;

CREATE UNIQUE INDEX dlq_legal_hold_letter_idx ON dlq_legal_hold (letter_id) WHERE letter_id IS NOT NULL;
CREATE UNIQUE INDEX dlq_legal_hold_cause_idx ON dlq_legal_hold (cause_id) WHERE cause_id IS NOT NULL;
CREATE UNIQUE INDEX dlq_legal_hold_channel_idx ON dlq_legal_hold (channel) WHERE channel IS NOT NULL;

-- The node that runs retention; there is one row at most.
CREATE TABLE dlq_retention_lease (
    one         INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    node        TEXT NOT NULL,
    lease_until INTEGER NOT NULL
) STRICT;

-- What the last runs of retention came to.
CREATE TABLE dlq_retention_run (
    number     INTEGER NOT NULL PRIMARY KEY,
    node       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    archived   INTEGER NOT NULL,
    closed     INTEGER NOT NULL,
    removed    INTEGER NOT NULL,
    held       INTEGER NOT NULL,
    objects    INTEGER NOT NULL,
    bytes      INTEGER NOT NULL,
    problem    TEXT
) STRICT;
