-- What a letter is: written once at capture. Rows stay inline and uncompressed up to 8 KB, because the server's own
-- compression of wide rows costs more than everything else; large payloads arrive compressed.
CREATE TABLE dlq_letter (
    id              uuid NOT NULL,
    channel         text COLLATE "C" NOT NULL,
    event_id        text COLLATE "C" NOT NULL,
    subscriber_id   text COLLATE "C",
    pattern         text COLLATE "C",
    event_version   text COLLATE "C",
    source_type     text COLLATE "C",
    source_id       text COLLATE "C",
    source_name     text COLLATE "C",
    event_time      bigint,
    metadata        text COLLATE "C",
    payload         bytea NOT NULL,
    payload_form    smallint NOT NULL,
    payload_size    integer NOT NULL,
    headers         bytea,
    topic           text COLLATE "C",
    partition_no    integer,
    offset_no       bigint,
    message_key     bytea,
    origin_time     bigint,
    consumer_group  text COLLATE "C",
    source_service  text COLLATE "C",
    error_type      text COLLATE "C" NOT NULL,
    error_code      text COLLATE "C",
    error_message   text COLLATE "C" NOT NULL,
    trace_id        uuid,
    trace_messages  bytea,
    error_context   text COLLATE "C",
    category        smallint NOT NULL,
    retryability    smallint NOT NULL,
    cause_id        uuid NOT NULL,
    priority        smallint NOT NULL,
    tags            text COLLATE "C",
    ordered         smallint NOT NULL,
    capture_key     uuid,
    first_failed_at bigint NOT NULL,
    edit_version    integer NOT NULL DEFAULT 0,
    CONSTRAINT dlq_letter_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE INDEX dead_letter_queue_event_id_idx ON dlq_letter USING hash (event_id);
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
    id             uuid NOT NULL PRIMARY KEY,
    channel        text COLLATE "C" NOT NULL,
    priority       smallint NOT NULL,
    retry_count    integer NOT NULL,
    max_retries    integer NOT NULL,
    token          integer NOT NULL,
    last_failed_at bigint NOT NULL,
    updated_at     bigint NOT NULL,
    due_at         bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX dlq_ready_order_idx ON dlq_ready (priority DESC, id);
CREATE INDEX dlq_ready_channel_idx ON dlq_ready (channel, priority DESC, id);
CREATE INDEX dlq_ready_retry_count_idx ON dlq_ready (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_waiting (
    id             uuid NOT NULL PRIMARY KEY,
    channel        text COLLATE "C" NOT NULL,
    priority       smallint NOT NULL,
    retry_count    integer NOT NULL,
    max_retries    integer NOT NULL,
    token          integer NOT NULL,
    last_failed_at bigint NOT NULL,
    updated_at     bigint NOT NULL,
    due_at         bigint NOT NULL,
    blocked        smallint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX dlq_waiting_due_idx ON dlq_waiting (due_at) WHERE blocked = 0;
CREATE INDEX dlq_waiting_retry_count_idx ON dlq_waiting (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_lease (
    id             uuid NOT NULL PRIMARY KEY,
    channel        text COLLATE "C" NOT NULL,
    priority       smallint NOT NULL,
    retry_count    integer NOT NULL,
    max_retries    integer NOT NULL,
    token          integer NOT NULL,
    last_failed_at bigint NOT NULL,
    updated_at     bigint NOT NULL,
    worker         text COLLATE "C" NOT NULL,
    started_at     bigint NOT NULL,
    lease_until    bigint NOT NULL,
    error_type     text COLLATE "C" NOT NULL,
    category       smallint NOT NULL,
    cause_id       uuid NOT NULL,
    sequence_key   bytea
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0, fillfactor = 70);

-- The last columns are the attempt that resolved the letter; it goes to dlq_attempt when the letter leaves this table.
CREATE TABLE dlq_settled (
    id              uuid NOT NULL,
    channel         text COLLATE "C" NOT NULL,
    priority        smallint NOT NULL,
    retry_count     integer NOT NULL,
    max_retries     integer NOT NULL,
    token           integer NOT NULL,
    last_failed_at  bigint NOT NULL,
    updated_at      bigint NOT NULL,
    status          smallint NOT NULL,
    resolution_time bigint,
    resolution_how  smallint,
    resolved_by     text COLLATE "C",
    notes           text COLLATE "C",
    receipt         text COLLATE "C",
    started_at      bigint,
    took            bigint,
    worker          text COLLATE "C",
    strategy        text COLLATE "C",
    CONSTRAINT dlq_settled_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE INDEX dead_letter_queue_status_idx ON dlq_settled (status, id);
CREATE INDEX dlq_settled_retry_count_idx ON dlq_settled (retry_count, id) WHERE retry_count > 0;

CREATE TABLE dlq_attempt (
    id             uuid NOT NULL,
    token          integer NOT NULL,
    started_at     bigint NOT NULL,
    took           bigint NOT NULL,
    worker         text COLLATE "C" NOT NULL,
    strategy       text COLLATE "C" NOT NULL,
    result         smallint NOT NULL,
    error_type     text COLLATE "C",
    error_code     text COLLATE "C",
    error_message  text COLLATE "C",
    trace_id       uuid,
    trace_messages bytea,
    error_context  text COLLATE "C",
    category       smallint,
    retryability   smallint,
    CONSTRAINT dlq_attempt_pkey PRIMARY KEY (id, token)
) PARTITION BY RANGE (id);

-- The frames of stack traces, once for each distinct text and month. The id begins with the month, so that traces go with
-- the letters of their time.
CREATE TABLE dlq_trace (
    id     uuid NOT NULL,
    frames text COLLATE "C" NOT NULL,
    CONSTRAINT dlq_trace_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE TABLE dlq_tag (
    tag text COLLATE "C" NOT NULL,
    id  uuid NOT NULL,
    PRIMARY KEY (tag, id)
);

CREATE INDEX dlq_tag_id_idx ON dlq_tag (id);

CREATE TABLE dlq_capture_key (
    key uuid NOT NULL PRIMARY KEY,
    id  uuid NOT NULL
);

-- The open letters of ordered channels; the one that holds a sequence may go, the others wait.
CREATE TABLE dlq_sequence (
    channel text COLLATE "C" NOT NULL,
    key     bytea NOT NULL,
    id      uuid NOT NULL,
    holder  smallint NOT NULL,
    PRIMARY KEY (channel, key, id)
);

CREATE TABLE dlq_pattern (
    pattern text COLLATE "C" NOT NULL PRIMARY KEY
);

CREATE TABLE dlq_edit (
    id           uuid NOT NULL,
    version      integer NOT NULL,
    edited_at    bigint NOT NULL,
    edited_by    text COLLATE "C",
    notes        text COLLATE "C",
    payload      bytea NOT NULL,
    payload_form smallint NOT NULL,
    headers      bytea,
    priority     smallint NOT NULL,
    tags         text COLLATE "C",
    PRIMARY KEY (id, version)
);

-- Kept counters. A writer only appends what it changed, so that no transaction waits for a row and nothing is updated in place;
-- every now and then one node folds that into dlq_tally_kept and dlq_cause_tally_kept. The views add both. A letter that is
-- being retried counts as pending here; who is being retried is in dlq_lease. A row of dlq_delta without a channel only says
-- that a cause was seen.
CREATE TABLE dlq_delta (
    channel    text COLLATE "C",
    error_type text COLLATE "C",
    category   smallint,
    cause_id   uuid NOT NULL,
    counter    smallint NOT NULL,
    change     bigint NOT NULL,
    last_seen  bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE dlq_tally_kept (
    channel    text COLLATE "C" NOT NULL,
    error_type text COLLATE "C" NOT NULL,
    category   smallint NOT NULL,
    pending    bigint NOT NULL,
    replayed   bigint NOT NULL,
    resolved   bigint NOT NULL,
    failed     bigint NOT NULL,
    manual     bigint NOT NULL,
    archived   bigint NOT NULL,
    PRIMARY KEY (channel, error_type, category)
) WITH (fillfactor = 50);

CREATE VIEW dlq_tally AS
SELECT channel, error_type, category, pending, replayed, resolved, failed, manual, archived FROM dlq_tally_kept
UNION ALL
SELECT channel, error_type, category,
    CASE WHEN counter = 0 THEN change ELSE 0 END,
    CASE WHEN counter = 1 THEN change ELSE 0 END,
    CASE WHEN counter = 2 THEN change ELSE 0 END,
    CASE WHEN counter = 3 THEN change ELSE 0 END,
    CASE WHEN counter = 4 THEN change ELSE 0 END,
    CASE WHEN counter = 5 THEN change ELSE 0 END
FROM dlq_delta WHERE channel IS NOT NULL;

CREATE TABLE dlq_cause (
    id         uuid NOT NULL PRIMARY KEY,
    version    integer NOT NULL,
    type       text COLLATE "C" NOT NULL,
    frames     text COLLATE "C" NOT NULL,
    message    text COLLATE "C" NOT NULL,
    state      smallint NOT NULL,
    state_by   text COLLATE "C",
    first_seen bigint NOT NULL
);

CREATE TABLE dlq_cause_tally_kept (
    cause_id  uuid NOT NULL PRIMARY KEY,
    pending   bigint NOT NULL,
    replayed  bigint NOT NULL,
    resolved  bigint NOT NULL,
    failed    bigint NOT NULL,
    manual    bigint NOT NULL,
    archived  bigint NOT NULL,
    last_seen bigint NOT NULL
) WITH (fillfactor = 50);

CREATE VIEW dlq_cause_tally AS
SELECT cause_id, pending, replayed, resolved, failed, manual, archived, last_seen FROM dlq_cause_tally_kept
UNION ALL
SELECT cause_id,
    CASE WHEN counter = 0 THEN change ELSE 0 END,
    CASE WHEN counter = 1 THEN change ELSE 0 END,
    CASE WHEN counter = 2 THEN change ELSE 0 END,
    CASE WHEN counter = 3 THEN change ELSE 0 END,
    CASE WHEN counter = 4 THEN change ELSE 0 END,
    CASE WHEN counter = 5 THEN change ELSE 0 END,
    last_seen
FROM dlq_delta;

-- JSON as JSON, everything else as a string: a letter that is no JSON must not make the view fail.
CREATE FUNCTION dlq_json(value text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN value::jsonb; EXCEPTION WHEN others THEN RETURN to_jsonb(value); END $$;

-- For queries and reports from outside: one row a letter, with one column a field. In a stack trace, the messages,
-- which are stored apart, are shown as dots.
CREATE VIEW dead_letter_queue AS
SELECT l.id,
    l.event_id,
    l.subscriber_id,
    jsonb_build_object(
        'eventId', l.event_id,
        'pattern', l.pattern,
        'version', l.event_version,
        'source', jsonb_build_object('type', l.source_type, 'id', l.source_id, 'name', l.source_name),
        'timestamp', to_timestamp(l.event_time / 1000.0),
        'payload', CASE l.payload_form WHEN 1 THEN dlq_json(convert_from(l.payload, 'UTF8'))
            ELSE to_jsonb(encode(l.payload, 'base64')) END,
        'payloadEncoding', CASE l.payload_form WHEN 1 THEN NULL WHEN 0 THEN 'base64' ELSE 'zstd+base64' END,
        'metadata', dlq_json(COALESCE(l.metadata, '{}'))) AS original_event,
    l.error_message,
    l.error_type,
    l.error_code,
    (SELECT replace(t.frames, chr(1), '…') FROM dlq_trace t WHERE t.id = l.trace_id) AS error_stack_trace,
    dlq_json(COALESCE(l.error_context, '{}')) AS error_context,
    COALESCE((SELECT jsonb_agg(jsonb_build_object(
            'timestamp', to_timestamp(a.started_at / 1000.0),
            'error', CASE WHEN a.error_type IS NULL THEN NULL
                ELSE jsonb_build_object('type', a.error_type, 'code', a.error_code, 'message', a.error_message) END,
            'processingDuration', a.took,
            'workerId', a.worker,
            'strategy', a.strategy,
            'result', (ARRAY['succeeded', 'sent', 'failed', 'lease_lost', 'came_back'])[a.result + 1]) ORDER BY a.token)
        FROM (SELECT * FROM dlq_attempt WHERE dlq_attempt.id = l.id
            UNION ALL SELECT s.id, s.token, s.started_at, s.took, s.worker, s.strategy, 0, NULL, NULL, NULL, NULL, NULL,
                NULL, NULL, NULL WHERE s.started_at IS NOT NULL) a), '[]') AS retry_history,
    COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count) AS retry_count,
    COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries) AS max_retries,
    (ARRAY['PENDING', 'RETRYING', 'REPLAYED', 'RESOLVED', 'FAILED', 'MANUAL', 'ARCHIVED'])[
        CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END + 1] AS status,
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by,
    s.notes AS resolution_notes,
    to_timestamp(('x' || left(replace(l.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) AS created_at,
    to_timestamp(COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at) / 1000.0) AS updated_at,
    l.channel,
    l.cause_id,
    l.priority,
    to_timestamp(COALESCE(r.due_at, w.due_at) / 1000.0) AS next_retry_at
FROM dlq_letter l
LEFT JOIN dlq_ready r ON r.id = l.id
LEFT JOIN dlq_waiting w ON w.id = l.id
LEFT JOIN dlq_lease e ON e.id = l.id
LEFT JOIN dlq_settled s ON s.id = l.id;
