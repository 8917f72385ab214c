-- Channels whose letters are kept and not sent.
CREATE TABLE dlq_channel_hold (
    channel TEXT NOT NULL PRIMARY KEY,
    held_by TEXT NOT NULL,
    reason  TEXT,
    since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
