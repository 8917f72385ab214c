-- Letters in the order of their last change: by status, when they are settled. In the queues, those that something happened to since they
-- were captured; the others were changed when they were captured, which their ids say, so that a capture writes to no index.
DROP INDEX dead_letter_queue_updated_at_idx;
CREATE INDEX dead_letter_queue_updated_at_idx ON dlq_settled (status, strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'));
CREATE INDEX dlq_ready_updated_at_idx ON dlq_ready (updated_at)
    WHERE (token > 0 OR updated_at <> last_failed_at OR hex(substr(id, 1, 6)) <> printf('%012X', updated_at));
CREATE INDEX dlq_waiting_updated_at_idx ON dlq_waiting (updated_at)
    WHERE (token > 0 OR updated_at <> last_failed_at OR hex(substr(id, 1, 6)) <> printf('%012X', updated_at));

-- Made anew after that one: of two indexes that serve a status equally, SQLite takes the newer one, and this one is smaller.
DROP INDEX dead_letter_queue_status_idx;
CREATE INDEX dead_letter_queue_status_idx ON dlq_settled (status, id);
