-- Channels whose letters are kept and not sent.
CREATE TABLE dlq_channel_hold (
    channel text COLLATE "C" NOT NULL PRIMARY KEY,
    held_by text COLLATE "C" NOT NULL,
    reason  text COLLATE "C",
    since   bigint NOT NULL
);
