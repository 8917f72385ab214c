-- dead_letter_queue answers the questions that the documents have indexes for with an index. A status is where a letter stands,
-- so each status is a part of its own, and a question about one of them leaves the others out. Letters that wait or are being
-- retried have no index by the time of their last change: they are few, or on their way.
CREATE INDEX dead_letter_queue_created_at_idx ON dlq_letter (strftime('%Y-%m-%dT%H:%M:%fZ', (
            (instr('0123456789ABCDEF', substr(hex(id), 1, 1)) - 1) * 17592186044416
            + (instr('0123456789ABCDEF', substr(hex(id), 2, 1)) - 1) * 1099511627776
            + (instr('0123456789ABCDEF', substr(hex(id), 3, 1)) - 1) * 68719476736
            + (instr('0123456789ABCDEF', substr(hex(id), 4, 1)) - 1) * 4294967296
            + (instr('0123456789ABCDEF', substr(hex(id), 5, 1)) - 1) * 268435456
            + (instr('0123456789ABCDEF', substr(hex(id), 6, 1)) - 1) * 16777216
            + (instr('0123456789ABCDEF', substr(hex(id), 7, 1)) - 1) * 1048576
            + (instr('0123456789ABCDEF', substr(hex(id), 8, 1)) - 1) * 65536
            + (instr('0123456789ABCDEF', substr(hex(id), 9, 1)) - 1) * 4096
            + (instr('0123456789ABCDEF', substr(hex(id), 10, 1)) - 1) * 256
            + (instr('0123456789ABCDEF', substr(hex(id), 11, 1)) - 1) * 16
            + (instr('0123456789ABCDEF', substr(hex(id), 12, 1)) - 1) * 1) / 1000.0, 'unixepoch'));
CREATE INDEX dead_letter_queue_updated_at_idx ON dlq_settled (strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'));

DROP VIEW dead_letter_queue;

-- What is the same wherever a letter stands. The column pattern is the one in original_event, which is put together for each row and
-- so has no index.
CREATE VIEW dlq_letter_text AS
SELECT l.id AS letter_id, lower(substr(hex(l.id), 1, 8) || '-' || substr(hex(l.id), 9, 4) || '-' || substr(hex(l.id), 13, 4) || '-'
        || substr(hex(l.id), 17, 4) || '-' || substr(hex(l.id), 21)) AS id,
    l.event_id,
    l.subscriber_id,
    json_object(
        'eventId', COALESCE(l.event_instance_id, l.event_id),
        'pattern', l.pattern,
        'version', l.event_version,
        'source', json_object('type', l.source_type, 'id', l.source_id, 'name', l.source_name),
        'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', l.event_time / 1000.0, 'unixepoch'),
        'payload', CASE WHEN l.payload_form = 1 AND json_valid(CAST(l.payload AS TEXT)) THEN json(CAST(l.payload AS TEXT))
            WHEN l.payload_form = 1 THEN json_quote(CAST(l.payload AS TEXT))
            WHEN l.payload_form = 4 THEN NULL ELSE json_quote(hex(l.payload)) END,
        'payloadEncoding', CASE l.payload_form WHEN 1 THEN NULL WHEN 4 THEN NULL WHEN 0 THEN 'hex' ELSE 'zstd+hex' END,
        'metadata', json(COALESCE(l.metadata, '{}'))) AS original_event,
    l.error_message,
    l.error_type,
    l.error_code,
    (SELECT replace(t.frames, char(1), '…') FROM dlq_trace t WHERE t.id = l.trace_id) AS error_stack_trace,
    COALESCE(l.error_context, '{}') AS error_context,
    (SELECT json_group_array(json_object(
            'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', a.started_at / 1000.0, 'unixepoch'),
            'error', CASE WHEN a.error_type IS NOT NULL
                    THEN json_object('type', a.error_type, 'code', a.error_code, 'message', a.error_message)
                WHEN a.result = 3 THEN json_object('type', 'LeaseLost', 'code', NULL, 'message',
                    'the worker did not come back before its lease ended; the letter may or may not have been sent') END,
            'processingDuration', a.took,
            'workerId', a.worker,
            'strategy', a.strategy,
            'result', CASE a.result WHEN 0 THEN 'succeeded' WHEN 1 THEN 'sent' WHEN 2 THEN 'failed'
                WHEN 3 THEN 'lease_lost' ELSE 'came_back' END))
        FROM (SELECT token, started_at, took, worker, strategy, result, error_type, error_code, error_message
                FROM dlq_attempt WHERE dlq_attempt.id = l.id
            UNION ALL SELECT x.token, x.started_at, x.took, x.worker, x.strategy, 0, NULL, NULL, NULL
                FROM dlq_settled x WHERE x.id = l.id AND x.started_at IS NOT NULL ORDER BY 1) a) AS retry_history,
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

-- Without its likelihood, a status would always be taken for the best way in, also beside a narrow range of time.
CREATE VIEW dead_letter_queue AS
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'PENDING' AS status, NULL AS resolution_timestamp,
    NULL AS resolution_strategy, NULL AS resolved_by, NULL AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, strftime('%Y-%m-%dT%H:%M:%fZ', s.due_at / 1000.0, 'unixepoch') AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_ready s JOIN dlq_letter_text l ON l.letter_id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'PENDING' AS status, NULL AS resolution_timestamp,
    NULL AS resolution_strategy, NULL AS resolved_by, NULL AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, strftime('%Y-%m-%dT%H:%M:%fZ', s.due_at / 1000.0, 'unixepoch') AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_waiting s JOIN dlq_letter_text l ON l.letter_id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'RETRYING' AS status, NULL AS resolution_timestamp,
    NULL AS resolution_strategy, NULL AS resolved_by, NULL AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_lease s JOIN dlq_letter_text l ON l.letter_id = s.id
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'REPLAYED' AS status, 
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy, s.resolved_by, s.notes AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.letter_id = s.id WHERE likelihood(s.status = 2, 0.25)
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'RESOLVED' AS status, 
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy, s.resolved_by, s.notes AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.letter_id = s.id WHERE likelihood(s.status = 3, 0.25)
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'FAILED' AS status, 
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy, s.resolved_by, s.notes AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.letter_id = s.id WHERE likelihood(s.status = 4, 0.25)
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'MANUAL' AS status, 
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy, s.resolved_by, s.notes AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.letter_id = s.id WHERE likelihood(s.status = 5, 0.25)
UNION ALL
SELECT
    l.id, l.event_id, l.subscriber_id, l.original_event, l.error_message, l.error_type, l.error_code, l.error_stack_trace,
    l.error_context, l.retry_history, s.retry_count, s.max_retries, 'ARCHIVED' AS status, 
    strftime('%Y-%m-%dT%H:%M:%fZ', s.resolution_time / 1000.0, 'unixepoch') AS resolution_timestamp,
    CASE s.resolution_how WHEN 0 THEN 'automatic_retry' WHEN 1 THEN 'manual_retry' WHEN 2 THEN 'manual_resolution'
        WHEN 3 THEN 'discard' END AS resolution_strategy, s.resolved_by, s.notes AS resolution_notes,
    l.created_at, strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at / 1000.0, 'unixepoch') AS updated_at, l.channel, l.cause_id,
    l.priority, NULL AS next_retry_at,
    l.last_error_type, l.last_error_code, l.last_error_message, l.last_cause_id, l.pattern
FROM dlq_settled s JOIN dlq_letter_text l ON l.letter_id = s.id WHERE likelihood(s.status = 6, 0.25);
