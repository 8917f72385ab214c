-- What a letter fails with now, when that is not what it was captured for: its newest failure is that of its last attempt that
-- failed. The letter itself keeps the failure that made it, so its row is written once.
CREATE TABLE dlq_last_failure (
    id         uuid NOT NULL PRIMARY KEY,
    cause_id   uuid NOT NULL,
    error_type text COLLATE "C" NOT NULL
);

CREATE INDEX dlq_last_failure_cause_idx ON dlq_last_failure (cause_id, id);
CREATE INDEX dlq_last_failure_error_type_idx ON dlq_last_failure (error_type, id);

-- The open letters that were captured for one cause and fail with another one now. As with the other counters, a row of
-- dlq_delta with a second cause is a change that is folded in later.
CREATE TABLE dlq_cause_change_kept (
    captured_for uuid NOT NULL,
    fails_with   uuid NOT NULL,
    letters      bigint NOT NULL,
    PRIMARY KEY (captured_for, fails_with)
) WITH (fillfactor = 50);

ALTER TABLE dlq_delta ADD COLUMN last_cause_id uuid;
ALTER TABLE dlq_lease ADD COLUMN last_cause_id uuid;

CREATE VIEW dlq_cause_change AS
SELECT captured_for, fails_with, letters FROM dlq_cause_change_kept
UNION ALL
SELECT cause_id, last_cause_id, change FROM dlq_delta WHERE last_cause_id IS NOT NULL;

CREATE OR REPLACE VIEW dead_letter_queue AS
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
    to_timestamp(COALESCE(r.due_at, w.due_at) / 1000.0) AS next_retry_at,
    COALESCE(f.error_type, l.error_type) AS last_error_type,
    CASE WHEN n.token IS NULL THEN l.error_code ELSE n.error_code END AS last_error_code,
    COALESCE(n.error_message, l.error_message) AS last_error_message,
    COALESCE(f.cause_id, l.cause_id) AS last_cause_id
FROM dlq_letter l
LEFT JOIN dlq_last_failure f ON f.id = l.id
LEFT JOIN dlq_attempt n ON n.id = l.id
    AND n.token = (SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.token > 0 AND m.error_type IS NOT NULL)
LEFT JOIN dlq_ready r ON r.id = l.id
LEFT JOIN dlq_waiting w ON w.id = l.id
LEFT JOIN dlq_lease e ON e.id = l.id
LEFT JOIN dlq_settled s ON s.id = l.id;
