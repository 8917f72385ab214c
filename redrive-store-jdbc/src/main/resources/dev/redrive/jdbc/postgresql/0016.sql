-- Letters in the order of their last change: by status, when they are settled. Of those that are due, the ones that something happened to
-- since they were captured; the others were changed when they were captured, which their ids say, so that a capture writes to no index.
-- Letters wait after a retry, one by one, and for each insert a condition would be prepared, which costs more than an entry.
CREATE INDEX dlq_settled_updated_at_idx ON dlq_settled (status, updated_at, id);
CREATE INDEX dlq_ready_updated_at_idx ON dlq_ready (updated_at, id)
    WHERE token > 0 OR updated_at <> last_failed_at OR substring(uuid_send(id) FOR 6) <> substring(int8send(updated_at) FROM 3);
CREATE INDEX dlq_waiting_updated_at_idx ON dlq_waiting (updated_at, id);
