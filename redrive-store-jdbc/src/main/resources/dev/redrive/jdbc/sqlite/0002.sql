-- Who changed what. Lines are appended, each with a hash over the one before it, and never changed: the triggers refuse what
-- would do so, also an INSERT OR REPLACE, for which SQLite calls no trigger of DELETE.
CREATE TABLE dlq_audit (
    number        INTEGER NOT NULL PRIMARY KEY,
    at            INTEGER NOT NULL,
    by_name       TEXT NOT NULL,
    role          TEXT NOT NULL,
    from_address  TEXT NOT NULL,
    action        TEXT NOT NULL,
    subject       TEXT NOT NULL,
    letters       INTEGER NOT NULL,
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL
) STRICT;

CREATE INDEX dlq_audit_at_idx ON dlq_audit (at);
CREATE INDEX dlq_audit_subject_idx ON dlq_audit (subject);

CREATE TRIGGER dlq_audit_insert BEFORE INSERT ON dlq_audit WHEN NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM dlq_audit)
    BEGIN SELECT RAISE(ABORT, 'dlq_audit is append-only: a line goes to its end'); END;
CREATE TRIGGER dlq_audit_update BEFORE UPDATE ON dlq_audit
    BEGIN SELECT RAISE(ABORT, 'dlq_audit is append-only: a line is never changed'); END;
CREATE TRIGGER dlq_audit_delete BEFORE DELETE ON dlq_audit
    BEGIN SELECT RAISE(ABORT, 'dlq_audit is append-only: a line is never deleted'); END;

-- Where each alert's rule stands, by rule and channel.
CREATE TABLE dlq_alert (
    key          TEXT NOT NULL PRIMARY KEY,
    firing       INTEGER NOT NULL,
    told         INTEGER NOT NULL,
    since        INTEGER NOT NULL,
    last_told_at INTEGER
) STRICT, WITHOUT ROWID;

-- The messages about rules; the result of each notification channel is in an array of JSON objects.
CREATE TABLE dlq_alert_message (
    id         TEXT NOT NULL PRIMARY KEY,
    rule       TEXT NOT NULL,
    channel    TEXT,
    severity   TEXT NOT NULL,
    kind       INTEGER NOT NULL,
    message    TEXT NOT NULL,
    at         INTEGER NOT NULL,
    deliveries TEXT NOT NULL
) STRICT;

-- How much of what happened in a channel in the minute that begins at this time.
CREATE TABLE dlq_minute (
    minute  INTEGER NOT NULL,
    channel TEXT NOT NULL,
    measure INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    PRIMARY KEY (minute, channel, measure)
) STRICT, WITHOUT ROWID;

CREATE INDEX dlq_minute_channel_idx ON dlq_minute (channel, minute);
