-- What a letter fails with now, when that is not what it was captured for: its newest failure is that of its last attempt that
-- failed. The letter itself keeps the failure that made it, so its row is written once.
CREATE TABLE dlq_last_failure (
    id         BLOB NOT NULL PRIMARY KEY,
    cause_id   BLOB NOT NULL,
    error_type TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX dlq_last_failure_cause_idx ON dlq_last_failure (cause_id, id);
CREATE INDEX dlq_last_failure_error_type_idx ON dlq_last_failure (error_type, id);

-- The open letters that were captured for one cause and fail with another one now.
CREATE TABLE dlq_cause_change (
    captured_for BLOB NOT NULL,
    fails_with   BLOB NOT NULL,
    letters      INTEGER NOT NULL,
    PRIMARY KEY (captured_for, fails_with)
) WITHOUT ROWID;

ALTER TABLE dlq_lease ADD COLUMN last_cause_id BLOB;

DROP VIEW dead_letter_queue;

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
    strftime('%Y-%m-%dT%H:%M:%fZ', COALESCE(r.due_at, w.due_at) / 1000.0, 'unixepoch') AS next_retry_at,
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
