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
CREATE TABLE dlq_tally (
    channel    TEXT NOT NULL,
    error_type TEXT NOT NULL,
    category   INTEGER NOT NULL,
    pending    INTEGER NOT NULL,
    replayed   INTEGER NOT NULL,
    resolved   INTEGER NOT NULL,
    failed     INTEGER NOT NULL,
    manual     INTEGER NOT NULL,
    archived   INTEGER NOT NULL,
    PRIMARY KEY (channel, error_type, category)
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
    cause_id  BLOB NOT NULL PRIMARY KEY,
    pending   INTEGER NOT NULL,
    replayed  INTEGER NOT NULL,
    resolved  INTEGER NOT NULL,
    failed    INTEGER NOT NULL,
    manual    INTEGER NOT NULL,
    archived  INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
) WITHOUT ROWID;

-- For queries and reports from outside: one row a letter, with one column a field. Times are ISO text here; in a
-- stack trace, the messages, which are stored apart, are shown as dots.
CREATE VIEW dead_letter_queue AS
SELECT lower(substr(hex(l.id), 1, 8) || '-' || substr(hex(l.id), 9, 4) || '-' || substr(hex(l.id), 13, 4) || '-'
        || substr(hex(l.id), 17, 4) || '-' || substr(hex(l.id), 21)) AS id,
    l.event_id,
    l.subscriber_id,
    json_object(
        'eventId', l.event_id,
        'pattern', l.pattern,
        'version', l.event_version,
        'source', json_object('type', l.source_type, 'id', l.source_id, 'name', l.source_name),
        'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', l.event_time / 1000.0, 'unixepoch'),
        'payload', CASE WHEN l.payload_form = 1 AND json_valid(CAST(l.payload AS TEXT)) THEN json(CAST(l.payload AS TEXT))
            WHEN l.payload_form = 1 THEN json_quote(CAST(l.payload AS TEXT)) ELSE json_quote(hex(l.payload)) END,
        'payloadEncoding', CASE l.payload_form WHEN 1 THEN NULL WHEN 0 THEN 'hex' ELSE 'zstd+hex' END,
        'metadata', json(COALESCE(l.metadata, '{}'))) AS original_event,
    l.error_message,
    l.error_type,
    l.error_code,
    (SELECT replace(t.frames, char(1), '…') FROM dlq_trace t WHERE t.id = l.trace_id) AS error_stack_trace,
    COALESCE(l.error_context, '{}') AS error_context,
    (SELECT json_group_array(json_object(
            'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', a.started_at / 1000.0, 'unixepoch'),
            'error', CASE WHEN a.error_type IS NULL THEN NULL
                ELSE json_object('type', a.error_type, 'code', a.error_code, 'message', a.error_message) END,
            'processingDuration', a.took,
            'workerId', a.worker,
            'strategy', a.strategy,
            'result', CASE a.result WHEN 0 THEN 'succeeded' WHEN 1 THEN 'sent' WHEN 2 THEN 'failed'
                WHEN 3 THEN 'lease_lost' ELSE 'came_back' END))
        FROM (SELECT token, started_at, took, worker, strategy, result, error_type, error_code, error_message
                FROM dlq_attempt WHERE dlq_attempt.id = l.id
            UNION ALL SELECT x.token, x.started_at, x.took, x.worker, x.strategy, 0, NULL, NULL, NULL
                FROM dlq_settled x WHERE x.id = l.id AND x.started_at IS NOT NULL ORDER BY 1) a) AS retry_history,
    COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count) AS retry_count,
    COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries) AS max_retries,
    CASE CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END
        WHEN 0 THEN 'PENDING' WHEN 1 THEN 'RETRYING' WHEN 2 THEN 'REPLAYED' WHEN 3 THEN 'RESOLVED' WHEN 4 THEN 'FAILED'
        WHEN 5 THEN 'MANUAL' ELSE 'ARCHIVED' END AS status,
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy,
    s.resolved_by,
    s.notes AS resolution_notes,
    strftime('%Y-%m-%dT%H:%M:%fZ', (
            (instr('0123456789ABCDEF', substr(hex(l.id), 1, 1)) - 1) * 17592186044416
            + (instr('0123456789ABCDEF', substr(hex(l.id), 2, 1)) - 1) * 1099511627776
            + (instr('0123456789ABCDEF', substr(hex(l.id), 3, 1)) - 1) * 68719476736
            + (instr('0123456789ABCDEF', substr(hex(l.id), 4, 1)) - 1) * 4294967296
            + (instr('0123456789ABCDEF', substr(hex(l.id), 5, 1)) - 1) * 268435456
            + (instr('0123456789ABCDEF', substr(hex(l.id), 6, 1)) - 1) * 16777216
            + (instr('0123456789ABCDEF', substr(hex(l.id), 7, 1)) - 1) * 1048576
            + (instr('0123456789ABCDEF', substr(hex(l.id), 8, 1)) - 1) * 65536
            + (instr('0123456789ABCDEF', substr(hex(l.id), 9, 1)) - 1) * 4096
            + (instr('0123456789ABCDEF', substr(hex(l.id), 10, 1)) - 1) * 256
            + (instr('0123456789ABCDEF', substr(hex(l.id), 11, 1)) - 1) * 16
            + (instr('0123456789ABCDEF', substr(hex(l.id), 12, 1)) - 1) * 1) / 1000.0, 'unixepoch') AS created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at) / 1000.0, 'unixepoch')
        AS updated_at,
    l.channel,
    l.cause_id,
    l.priority,
    strftime('%Y-%m-%dT%H:%M:%fZ', COALESCE(r.due_at, w.due_at) / 1000.0, 'unixepoch') AS next_retry_at
FROM dlq_letter l
LEFT JOIN dlq_ready r ON r.id = l.id
LEFT JOIN dlq_waiting w ON w.id = l.id
LEFT JOIN dlq_lease e ON e.id = l.id
LEFT JOIN dlq_settled s ON s.id = l.id;
