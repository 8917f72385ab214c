-- What a letter is: written once at capture; large payloads arrive compressed.
CREATE TABLE dlq_letter (
    id              BLOB NOT NULL,
    channel         TEXT NOT NULL,
    event_id        TEXT NOT NULL,
    subscriber_id   TEXT,
    pattern         TEXT,
    event_version   TEXT,
    source_type     TEXT,
    source_id       TEXT,
    source_name     TEXT,
    event_time      INTEGER,
    metadata        TEXT,
    payload         BLOB NOT NULL,
    payload_form    INTEGER NOT NULL,
    payload_size    INTEGER NOT NULL,
    headers         BLOB,
    topic           TEXT,
    partition_no    INTEGER,
    offset_no       INTEGER,
    message_key     BLOB,
    origin_time     INTEGER,
    consumer_group  TEXT,
    source_service  TEXT,
    error_type      TEXT NOT NULL,
    error_code      TEXT,
    error_message   TEXT NOT NULL,
    trace_id        BLOB,
    trace_messages  BLOB,
    error_context   TEXT,
    category        INTEGER NOT NULL,
    retryability    INTEGER NOT NULL,
    cause_id        BLOB NOT NULL,
    priority        INTEGER NOT NULL,
    tags            TEXT,
    ordered         INTEGER NOT NULL,
    capture_key     BLOB,
    first_failed_at INTEGER NOT NULL,
    edit_version    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (id)
);

CREATE INDEX dead_letter_queue_event_id_idx ON dlq_letter (event_id);
CREATE INDEX dead_letter_queue_subscriber_id_idx ON dlq_letter (subscriber_id, id) WHERE subscriber_id IS NOT NULL;
CREATE INDEX dead_letter_queue_error_type_idx ON dlq_letter (error_type, category, id);
CREATE INDEX dead_letter_queue_original_event_pattern_idx ON dlq_letter (pattern, id) WHERE pattern IS NOT NULL;
CREATE INDEX dlq_letter_channel_idx ON dlq_letter (channel, id);
CREATE INDEX dlq_letter_cause_idx ON dlq_letter (cause_id, id);
CREATE INDEX dlq_letter_priority_idx ON dlq_letter (priority, id) WHERE priority <> 1;
CREATE INDEX dlq_letter_key_idx ON dlq_letter (message_key, id) WHERE message_key IS NOT NULL;

-- Where a letter stands is in exactly one of the next four tables: a change of status is a move between them, so that
-- none of the indexes above is touched.
CREATE TABLE dlq_ready (
    id             BLOB NOT NULL PRIMARY KEY,
    channel        TEXT NOT NULL,
    priority       INTEGER NOT NULL,
    retry_count    INTEGER NOT NULL,
    max_retries    INTEGER NOT NULL,
    token          INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    due_at         INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX dlq_ready_order_idx ON dlq_ready (priority DESC, id);
CREATE INDEX dlq_ready_channel_idx ON dlq_ready (channel, priority DESC, id);
CREATE INDEX dlq_ready_retry_count_idx ON dlq_ready (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_waiting (
    id             BLOB NOT NULL PRIMARY KEY,
    channel        TEXT NOT NULL,
    priority       INTEGER NOT NULL,
    retry_count    INTEGER NOT NULL,
    max_retries    INTEGER NOT NULL,
    token          INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    due_at         INTEGER NOT NULL,
    blocked        INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX dlq_waiting_due_idx ON dlq_waiting (due_at) WHERE blocked = 0;
CREATE INDEX dlq_waiting_retry_count_idx ON dlq_waiting (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_lease (
    id             BLOB NOT NULL PRIMARY KEY,
    channel        TEXT NOT NULL,
    priority       INTEGER NOT NULL,
    retry_count    INTEGER NOT NULL,
    max_retries    INTEGER NOT NULL,
    token          INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    worker         TEXT NOT NULL,
    started_at     INTEGER NOT NULL,
    lease_until    INTEGER NOT NULL,
    error_type     TEXT NOT NULL,
    category       INTEGER NOT NULL,
    cause_id       BLOB NOT NULL,
    sequence_key   BLOB
) WITHOUT ROWID;

-- The last columns are the attempt that resolved the letter; it goes to dlq_attempt when the letter leaves this table.
CREATE TABLE dlq_settled (
    id              BLOB NOT NULL,
    channel         TEXT NOT NULL,
    priority        INTEGER NOT NULL,
    retry_count     INTEGER NOT NULL,
    max_retries     INTEGER NOT NULL,
    token           INTEGER NOT NULL,
    last_failed_at  INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    status          INTEGER NOT NULL,
    resolution_time INTEGER,
    resolution_how  INTEGER,
    resolved_by     TEXT,
    notes           TEXT,
    receipt         TEXT,
    started_at      INTEGER,
    took            INTEGER,
    worker          TEXT,
    strategy        TEXT,
    PRIMARY KEY (id)
) WITHOUT ROWID;

CREATE INDEX dead_letter_queue_status_idx ON dlq_settled (status, id);
CREATE INDEX dlq_settled_retry_count_idx ON dlq_settled (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_attempt (
    id             BLOB NOT NULL,
    token          INTEGER NOT NULL,
    started_at     INTEGER NOT NULL,
    took           INTEGER NOT NULL,
    worker         TEXT NOT NULL,
    strategy       TEXT NOT NULL,
    result         INTEGER NOT NULL,
    error_type     TEXT,
    error_code     TEXT,
    error_message  TEXT,
    trace_id       BLOB,
    trace_messages BLOB,
    error_context  TEXT,
    category       INTEGER,
    retryability   INTEGER,
    PRIMARY KEY (id, token)
) WITHOUT ROWID;

-- The frames of stack traces, once for each distinct TEXT and month. The id begins with the month, so that traces go with
-- the letters of their time.
CREATE TABLE dlq_trace (
    id     BLOB NOT NULL,
    frames TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE dlq_tag (
    tag TEXT NOT NULL,
    id  BLOB NOT NULL,
    PRIMARY KEY (tag, id)
) WITHOUT ROWID;

CREATE INDEX dlq_tag_id_idx ON dlq_tag (id);

CREATE TABLE dlq_capture_key (
    key BLOB NOT NULL PRIMARY KEY,
    id  BLOB NOT NULL
) WITHOUT ROWID;

-- The open letters of ordered channels; the one that holds a sequence may go, the others wait.
CREATE TABLE dlq_sequence (
    channel TEXT NOT NULL,
    key     BLOB NOT NULL,
    id      BLOB NOT NULL,
    holder  INTEGER NOT NULL,
    PRIMARY KEY (channel, key, id)
) WITHOUT ROWID;

CREATE TABLE dlq_pattern (
    pattern TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE dlq_edit (
    id           BLOB NOT NULL,
    version      INTEGER NOT NULL,
    edited_at    INTEGER NOT NULL,
    edited_by    TEXT,
    notes        TEXT,
    payload      BLOB NOT NULL,
    payload_form INTEGER NOT NULL,
    headers      BLOB,
    priority     INTEGER NOT NULL,
    tags         TEXT,
    PRIMARY KEY (id, version)
);

-- Kept counters. A letter that is being retried counts as pending here; who is being retried is in dlq_lease.
-- The shard is always 0: SQLite has one writer.
CREATE TABLE dlq_tally (
    channel    TEXT NOT NULL,
    error_type TEXT NOT NULL,
    category   INTEGER NOT NULL,
    shard      INTEGER NOT NULL,
    pending    INTEGER NOT NULL,
    replayed   INTEGER NOT NULL,
    resolved   INTEGER NOT NULL,
    failed     INTEGER NOT NULL,
    manual     INTEGER NOT NULL,
    archived   INTEGER NOT NULL,
    PRIMARY KEY (channel, error_type, category, shard)
) WITHOUT ROWID;

CREATE TABLE dlq_cause (
    id         BLOB NOT NULL PRIMARY KEY,
    version    INTEGER NOT NULL,
    type       TEXT NOT NULL,
    frames     TEXT NOT NULL,
    message    TEXT NOT NULL,
    state      INTEGER NOT NULL,
    state_by   TEXT,
    first_seen INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE dlq_cause_tally (
    cause_id  BLOB NOT NULL,
    shard     INTEGER NOT NULL,
    pending   INTEGER NOT NULL,
    replayed  INTEGER NOT NULL,
    resolved  INTEGER NOT NULL,
    failed    INTEGER NOT NULL,
    manual    INTEGER NOT NULL,
    archived  INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (cause_id, shard)
) WITHOUT ROWID;
