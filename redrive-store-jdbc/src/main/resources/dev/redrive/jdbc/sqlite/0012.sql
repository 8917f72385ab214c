-- Alert rules about which nothing is sent for a time, by rule, or rule and channel.
CREATE TABLE dlq_alert_snooze (
    key        TEXT NOT NULL PRIMARY KEY,
    snoozed_by TEXT NOT NULL,
    reason     TEXT,
    since      INTEGER NOT NULL,
    until      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
