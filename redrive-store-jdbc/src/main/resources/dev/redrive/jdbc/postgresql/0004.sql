-- Planned bulk operations. Progress, state and owner are written by different transactions at once, so each writes its own columns.
CREATE TABLE dlq_replay (
    id                   uuid NOT NULL PRIMARY KEY,
    state                smallint NOT NULL,
    reason               text COLLATE "C",
    created_by           text COLLATE "C",
    created_at           bigint NOT NULL,
    started_at           bigint,
    ended_at             bigint,
    asked                text COLLATE "C" NOT NULL,
    plan                 text COLLATE "C" NOT NULL,
    batch_size           integer NOT NULL,
    concurrency          integer NOT NULL,
    rate_per_second      double precision,
    steps                text COLLATE "C" NOT NULL,
    step_pause           bigint,
    stop_share           double precision NOT NULL,
    stop_window          integer NOT NULL,
    stop_minimum         integer NOT NULL,
    hours                text COLLATE "C",
    hours_zone           text COLLATE "C",
    circuit_closed       smallint,
    cpu_below            double precision,
    memory_below         double precision,
    database_connections smallint,
    target               text COLLATE "C",
    transform            text COLLATE "C",
    validate             smallint NOT NULL,
    planned              bigint NOT NULL,
    sent                 bigint NOT NULL,
    resolved             bigint NOT NULL,
    came_back            bigint NOT NULL,
    failed               bigint NOT NULL,
    skipped              bigint NOT NULL,
    cancelled            bigint NOT NULL,
    step                 integer NOT NULL,
    active_millis        bigint NOT NULL,
    wake_at              bigint,
    owner                text COLLATE "C",
    owner_until          bigint
) WITH (fillfactor = 50);

CREATE INDEX dlq_replay_wake_idx ON dlq_replay (wake_at) WHERE wake_at IS NOT NULL;

-- The ledgers. A line is written once and changed once or twice, many neighbours at a time: with room on its page and without
-- an index on its state, no index has to know.
CREATE TABLE dlq_replay_line (
    replay_id uuid NOT NULL,
    position  bigint NOT NULL,
    letter_id uuid NOT NULL,
    channel   text COLLATE "C" NOT NULL,
    status    smallint NOT NULL,
    attempt   integer NOT NULL,
    version   integer NOT NULL,
    state     smallint NOT NULL,
    why       text COLLATE "C",
    at        bigint,
    PRIMARY KEY (replay_id, position)
) WITH (fillfactor = 50);

CREATE INDEX dlq_replay_line_letter_idx ON dlq_replay_line (letter_id);

-- A letter is in one replay at a time that is not over.
CREATE TABLE dlq_replay_hold (
    letter_id uuid NOT NULL PRIMARY KEY,
    replay_id uuid NOT NULL
);

CREATE INDEX dlq_replay_hold_replay_idx ON dlq_replay_hold (replay_id);

-- A letter that a replay claims goes back to where it stood when the worker does not come back, and not into the queue.
ALTER TABLE dlq_lease ADD COLUMN back_to smallint;
ALTER TABLE dlq_lease ADD COLUMN back_due bigint;
