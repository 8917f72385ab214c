-- Channels whose letters are kept and not sent.
CREATE TABLE dlq_channel_hold (
    channel TEXT NOT NULL PRIMARY KEY,
    held_by TEXT NOT NULL,
    reason  TEXT,
    since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether a replay takes letters from replays that are stopped or paused.
ALTER TABLE dlq_replay ADD COLUMN take_over INTEGER NOT NULL DEFAULT 0;

-- Where a letter stood before a person archived or discarded it, and the bulk action that did.
ALTER TABLE dlq_settled ADD COLUMN former_status INTEGER;
ALTER TABLE dlq_settled ADD COLUMN former_due INTEGER;
ALTER TABLE dlq_settled ADD COLUMN former_receipt TEXT;
ALTER TABLE dlq_settled ADD COLUMN former_time INTEGER;
ALTER TABLE dlq_settled ADD COLUMN former_how INTEGER;
ALTER TABLE dlq_settled ADD COLUMN former_by TEXT;
ALTER TABLE dlq_settled ADD COLUMN closed_by BLOB;

CREATE INDEX dlq_settled_closed_by_idx ON dlq_settled (closed_by, id) WHERE closed_by IS NOT NULL;

-- Who looks after a cause, where it is dealt with, and until when, or up to how many letters, it is ignored.
ALTER TABLE dlq_cause ADD COLUMN assignee TEXT;
ALTER TABLE dlq_cause ADD COLUMN link TEXT;
ALTER TABLE dlq_cause ADD COLUMN ignored_until INTEGER;
ALTER TABLE dlq_cause ADD COLUMN ignored_up_to INTEGER;
