-- Alert rules about which nothing is sent for a time, by rule, or rule and channel.
CREATE TABLE dlq_alert_snooze (
    key        text COLLATE "C" NOT NULL PRIMARY KEY,
    snoozed_by text COLLATE "C" NOT NULL,
    reason     text COLLATE "C",
    since      bigint NOT NULL,
    until      bigint NOT NULL
);
