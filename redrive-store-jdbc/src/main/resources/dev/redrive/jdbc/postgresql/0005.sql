-- dead_letter_queue answers the questions that the documents have indexes for with an index. A status is where a letter stands,
-- so each status is a part of its own, and a question about one of them leaves the others out.

CREATE FUNCTION dlq_time_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

-- Letters are stored, and settled, in the order of their times, so a summary of each stretch of the table is enough to find those of
-- a time, and costs next to nothing. Letters that wait or are being retried have no such index: they are few, or on their way.
CREATE INDEX dead_letter_queue_created_at_idx ON dlq_letter USING brin (dlq_time_of(id)) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX dead_letter_queue_updated_at_idx ON dlq_settled USING brin (to_timestamp(updated_at / 1000.0)) WITH (pages_per_range = 32, autosummarize = on);

CREATE VIEW dlq_standing AS
SELECT id, 'PENDING'::text AS status, retry_count, max_retries, updated_at, due_at, NULL::bigint AS resolution_time,
    NULL::smallint AS resolution_how, NULL::text AS resolved_by, NULL::text AS notes, token, NULL::bigint AS started_at,
    NULL::bigint AS took, NULL::text AS worker, NULL::text AS strategy
FROM dlq_ready
UNION ALL
SELECT id, 'PENDING', retry_count, max_retries, updated_at, due_at, NULL, NULL, NULL, NULL, token, NULL, NULL, NULL, NULL
FROM dlq_waiting
UNION ALL
SELECT id, 'RETRYING', retry_count, max_retries, updated_at, NULL, NULL, NULL, NULL, NULL, token, NULL, NULL, NULL, NULL
FROM dlq_lease
UNION ALL
SELECT id, 'REPLAYED', retry_count, max_retries, updated_at, NULL, resolution_time, resolution_how, resolved_by, notes, token,
    started_at, took, worker, strategy
FROM dlq_settled WHERE status = 2
UNION ALL
SELECT id, 'RESOLVED', retry_count, max_retries, updated_at, NULL, resolution_time, resolution_how, resolved_by, notes, token,
    started_at, took, worker, strategy
FROM dlq_settled WHERE status = 3
UNION ALL
SELECT id, 'FAILED', retry_count, max_retries, updated_at, NULL, resolution_time, resolution_how, resolved_by, notes, token,
    started_at, took, worker, strategy
FROM dlq_settled WHERE status = 4
UNION ALL
SELECT id, 'MANUAL', retry_count, max_retries, updated_at, NULL, resolution_time, resolution_how, resolved_by, notes, token,
    started_at, took, worker, strategy
FROM dlq_settled WHERE status = 5
UNION ALL
SELECT id, 'ARCHIVED', retry_count, max_retries, updated_at, NULL, resolution_time, resolution_how, resolved_by, notes, token,
    started_at, took, worker, strategy
FROM dlq_settled WHERE status = 6;

DROP VIEW dead_letter_queue;

-- The column pattern is the one in original_event, which is put together for each row and so has no index.
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
    s.retry_count,
    s.max_retries,
    s.status,
    to_timestamp(s.resolution_time / 1000.0) AS resolution_timestamp,
    (ARRAY['automatic_retry', 'manual_retry', 'manual_resolution', 'discard'])[s.resolution_how + 1] AS resolution_strategy,
    s.resolved_by,
    s.notes AS resolution_notes,
    dlq_time_of(l.id) AS created_at,
    to_timestamp(s.updated_at / 1000.0) AS updated_at,
    l.channel,
    l.cause_id,
    l.priority,
    to_timestamp(s.due_at / 1000.0) AS next_retry_at,
    l.pattern
FROM dlq_letter l
JOIN dlq_standing s ON s.id = l.id;
