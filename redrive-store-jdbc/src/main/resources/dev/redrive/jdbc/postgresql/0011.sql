-- Channels whose letters are kept and not sent.
CREATE TABLE dlq_channel_hold (
    channel text COLLATE "C" NOT NULL PRIMARY KEY,
    held_by text COLLATE "C" NOT NULL,
    reason  text COLLATE "C",
    since   bigint NOT NULL
);

-- Whether a replay takes letters from replays that are stopped or paused.
ALTER TABLE dlq_replay ADD COLUMN take_over smallint NOT NULL DEFAULT 0;

-- Where a letter stood before a person archived or discarded it, and the bulk action that did.
ALTER TABLE dlq_settled ADD COLUMN former_status smallint;
ALTER TABLE dlq_settled ADD COLUMN former_due bigint;
ALTER TABLE dlq_settled ADD COLUMN former_receipt text COLLATE "C";
ALTER TABLE dlq_settled ADD COLUMN former_time bigint;
ALTER TABLE dlq_settled ADD COLUMN former_how smallint;
ALTER TABLE dlq_settled ADD COLUMN former_by text COLLATE "C";
ALTER TABLE dlq_settled ADD COLUMN closed_by uuid;

CREATE INDEX dlq_settled_closed_by_idx ON dlq_settled (closed_by, id) WHERE closed_by IS NOT NULL;

-- Who looks after a cause, where it is dealt with, and until when, or up to how many letters, it is ignored.
ALTER TABLE dlq_cause ADD COLUMN assignee text COLLATE "C";
ALTER TABLE dlq_cause ADD COLUMN link text COLLATE "C";
ALTER TABLE dlq_cause ADD COLUMN ignored_until bigint;
ALTER TABLE dlq_cause ADD COLUMN ignored_up_to bigint;
