-- Orders to keep letters: each is on one letter, one cause or one channel.
CREATE TABLE dlq_legal_hold (
    letter_id uuid,
    cause_id  uuid,
    channel   text COLLATE "C",
    held_by   text COLLATE "C" NOT NULL,
    reason    text COLLATE "C" NOT NULL,
    since     bigint NOT NULL,
    CHECK (num_nonnulls(letter_id, cause_id, channel) = 1)
);

CREATE UNIQUE INDEX dlq_legal_hold_letter_idx ON dlq_legal_hold (letter_id) WHERE letter_id IS NOT NULL;
CREATE UNIQUE INDEX dlq_legal_hold_cause_idx ON dlq_legal_hold (cause_id) WHERE cause_id IS NOT NULL;
CREATE UNIQUE INDEX dlq_legal_hold_channel_idx ON dlq_legal_hold (channel) WHERE channel IS NOT NULL;

-- The node that runs retention; there is one row at most.
CREATE TABLE dlq_retention_lease (
    one         smallint NOT NULL PRIMARY KEY CHECK (one = 1),
    node        text COLLATE "C" NOT NULL,
    lease_until bigint NOT NULL
);

-- What the last runs of retention came to.
CREATE TABLE dlq_retention_run (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node       text COLLATE "C" NOT NULL,
    started_at bigint NOT NULL,
    ended_at   bigint NOT NULL,
    archived   bigint NOT NULL,
    closed     bigint NOT NULL,
    removed    bigint NOT NULL,
    held       bigint NOT NULL,
    objects    bigint NOT NULL,
    bytes      bigint NOT NULL,
    problem    text COLLATE "C"
);
