-- Claims of all channels say the condition, which always holds, and claims of some channels do not: the server would otherwise look for the
-- letters of a channel among those of all others.
DROP INDEX dlq_ready_order_idx;
CREATE INDEX dlq_ready_order_idx ON dlq_ready (priority DESC, id) WHERE token >= 0;

-- dead_letter_queue answers the questions that the documents have indexes for with an index. A status is where a letter stands,
-- so each status is a part of its own, and a question about one of them leaves the others out.

CREATE FUNCTION dlq_time_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

-- Letters are stored, and settled, in the order of their times, so a summary of each stretch of the table is enough to find those of
-- a time, and costs next to nothing. Letters that wait or are being retried have no such index: they are few, or on their way.
CREATE INDEX dead_letter_queue_created_at_idx ON dlq_letter USING brin (dlq_time_of(id)) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX dead_letter_queue_updated_at_idx ON dlq_settled USING brin (to_timestamp(updated_at / 1000.0)) WITH (pages_per_range = 32, autosummarize = on);

DROP VIEW dead_letter_queue;

-- What is the same wherever a letter stands. The column pattern is the one in original_event, which is put together for each row and
-- so has no index.
CREATE VIEW dlq_letter_text AS
SELECT l.id,
    l.event_id,
    l.subscriber_id,
    jsonb_build_object(
        'eventId', COALESCE(l.event_instance_id, l.event_id),
        'pattern', l.pattern,
        'version', l.event_version,
        'source', jsonb_build_object('type', l.source_type, 'id', l.source_id, 'name', l.source_name),
        'timestamp', to_timestamp(l.event_time / 1000.0),
        'payload', CASE l.payload_form WHEN 1 THEN dlq_json(convert_from(l.payload, 'UTF8'))
            WHEN 4 THEN NULL ELSE to_jsonb(encode(l.payload, 'base64')) END,
        'payloadEncoding', CASE l.payload_form WHEN 1 THEN NULL WHEN 4 THEN NULL WHEN 0 THEN 'base64' ELSE 'zstd+base64' END,
        'metadata', dlq_json(COALESCE(l.metadata, '{}'))) AS original_event,
    l.error_message,
    l.error_type,
    l.error_code,
    (SELECT replace(t.frames, chr(1), '…') FROM dlq_trace t WHERE t.id = l.trace_id) AS error_stack_trace,
    dlq_json(COALESCE(l.error_context, '{}')) AS error_context,
    COALESCE((SELECT jsonb_agg(jsonb_build_object(
            'timestamp', to_timestamp(a.started_at / 1000.0),
            'error', CASE WHEN a.error_type IS NOT NULL
                    THEN jsonb_build_object('type', a.error_type, 'code', a.error_code, 'message', a.error_message)
                WHEN a.result = 3 THEN jsonb_build_object('type', 'LeaseLost', 'code', NULL, 'message',
                    'the worker did not come back before its lease ended; the letter may or may not have been sent') END,
            'processingDuration', a.took,
            'workerId', a.worker,
            'strategy', a.strategy,
            'result', (ARRAY['succeeded', 'sent', 'failed', 'lease_lost', 'came_back'])[a.result + 1]) ORDER BY a.token)
        FROM (SELECT * FROM dlq_attempt WHERE dlq_attempt.id = l.id
            UNION ALL SELECT x.id, x.token, x.started_at, x.took, x.worker, x.strategy, 0, NULL, NULL, NULL, NULL, NULL,
                NULL, NULL, NULL FROM dlq_settled x WHERE x.id = l.id AND x.started_at IS NOT NULL) a), '[]') AS retry_history,
    dlq_time_of(l.id) AS created_at,
    l.channel,
    l.cause_id,
    l.priority,
    COALESCE((SELECT f.error_type FROM dlq_last_failure f WHERE f.id = l.id), l.error_type) AS last_error_type,
    CASE WHEN EXISTS (SELECT 1 FROM dlq_attempt n WHERE n.id = l.id AND n.token > 0 AND n.error_type IS NOT NULL)
        THEN (SELECT n.error_code FROM dlq_attempt n WHERE n.id = l.id AND n.token > 0 AND n.error_type IS NOT NULL ORDER BY n.token DESC LIMIT 1)
        ELSE l.error_code END AS last_error_code,
    COALESCE((SELECT n.error_message FROM dlq_attempt n WHERE n.id = l.id AND n.token > 0 AND n.error_type IS NOT NULL
        ORDER BY n.token DESC LIMIT 1), l.error_message) AS last_error_message,
    COALESCE((SELECT f.cause_id FROM dlq_last_failure f WHERE f.id = l.id), l.cause_id) AS last_cause_id,
    l.pattern
FROM dlq_letter l;

CREATE VIEW dead_letter_queue AS
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'PENDING'::text AS status, NULL::timestamptz AS resolution_timestamp,
    NULL::text AS resolution_strategy, NULL::text AS resolved_by, NULL::text AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    to_timestamp(s.due_at / 1000.0) AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_ready s JOIN dlq_letter_text l ON l.id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'PENDING'::text AS status, NULL::timestamptz AS resolution_timestamp,
    NULL::text AS resolution_strategy, NULL::text AS resolved_by, NULL::text AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    to_timestamp(s.due_at / 1000.0) AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_waiting s JOIN dlq_letter_text l ON l.id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'RETRYING'::text AS status, NULL::timestamptz AS resolution_timestamp,
    NULL::text AS resolution_strategy, NULL::text AS resolved_by, NULL::text AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_lease s JOIN dlq_letter_text l ON l.id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'REPLAYED'::text AS status, 
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by, s.notes AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.id = s.id WHERE s.status = 2
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'RESOLVED'::text AS status, 
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by, s.notes AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.id = s.id WHERE s.status = 3
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'FAILED'::text AS status, 
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by, s.notes AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.id = s.id WHERE s.status = 4
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'MANUAL'::text AS status, 
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by, s.notes AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.id = s.id WHERE s.status = 5
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'ARCHIVED'::text AS status, 
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by, s.notes AS resolution_notes,
    l.created_at, to_timestamp(s.updated_at / 1000.0) AS updated_at, l.channel, l.cause_id, l.priority,
    NULL::timestamptz AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.id = s.id WHERE s.status = 6;
