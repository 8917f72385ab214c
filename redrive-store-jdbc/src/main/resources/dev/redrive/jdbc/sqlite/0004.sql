-- Planned bulk operations. Progress, state and owner are written by different transactions at once, so each writes its own columns.
CREATE TABLE dlq_replay (
    id                   BLOB NOT NULL PRIMARY KEY,
    state                INTEGER NOT NULL,
    reason               TEXT,
    created_by           TEXT,
    created_at           INTEGER NOT NULL,
    started_at           INTEGER,
    ended_at             INTEGER,
    asked                TEXT NOT NULL,
    plan                 TEXT NOT NULL,
    batch_size           INTEGER NOT NULL,
    concurrency          INTEGER NOT NULL,
    rate_per_second      REAL,
    steps                TEXT NOT NULL,
    step_pause           INTEGER,
    stop_share           REAL NOT NULL,
    stop_window          INTEGER NOT NULL,
    stop_minimum         INTEGER NOT NULL,
    hours                TEXT,
    hours_zone           TEXT,
    circuit_closed       INTEGER,
    cpu_below            REAL,
    memory_below         REAL,
    database_connections INTEGER,
    target               TEXT,
    transform            TEXT,
    validate             INTEGER NOT NULL,
    planned              INTEGER NOT NULL,
    sent                 INTEGER NOT NULL,
    resolved             INTEGER NOT NULL,
    came_back            INTEGER NOT NULL,
    failed               INTEGER NOT NULL,
    skipped              INTEGER NOT NULL,
    cancelled            INTEGER NOT NULL,
    step                 INTEGER NOT NULL,
    active_millis        INTEGER NOT NULL,
    wake_at              INTEGER,
    owner                TEXT,
    owner_until          INTEGER
) STRICT;

CREATE INDEX dlq_replay_wake_idx ON dlq_replay (wake_at) WHERE wake_at IS NOT NULL;

-- The ledgers, in the order in which letters are sent.
CREATE TABLE dlq_replay_line (
    replay_id BLOB NOT NULL,
    position  INTEGER NOT NULL,
    letter_id BLOB NOT NULL,
    channel   TEXT NOT NULL,
    status    INTEGER NOT NULL,
    attempt   INTEGER NOT NULL,
    version   INTEGER NOT NULL,
    state     INTEGER NOT NULL,
    why       TEXT,
    at        INTEGER,
    PRIMARY KEY (replay_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX dlq_replay_line_letter_idx ON dlq_replay_line (letter_id);

-- A letter is in one replay at a time that is not over.
CREATE TABLE dlq_replay_hold (
    letter_id BLOB NOT NULL PRIMARY KEY,
    replay_id BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX dlq_replay_hold_replay_idx ON dlq_replay_hold (replay_id);

-- A letter that a replay claims goes back to where it stood when the worker does not come back, and not into the queue.
ALTER TABLE dlq_lease ADD COLUMN back_to INTEGER;
ALTER TABLE dlq_lease ADD COLUMN back_due INTEGER;
