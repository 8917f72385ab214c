-- Who changed what. Lines are appended, each with a hash over the one before it, and never changed: the trigger refuses it.
-- A subject may be longer than an ordered index can hold.
CREATE TABLE dlq_audit (
    number        bigint NOT NULL PRIMARY KEY,
    at            bigint NOT NULL,
    by_name       text COLLATE "C" NOT NULL,
    role          text COLLATE "C" NOT NULL,
    from_address  text COLLATE "C" NOT NULL,
    action        text COLLATE "C" NOT NULL,
    subject       text COLLATE "C" NOT NULL,
    letters       bigint NOT NULL,
    previous_hash text COLLATE "C" NOT NULL,
    hash          text COLLATE "C" NOT NULL
);

CREATE INDEX dlq_audit_at_idx ON dlq_audit (at);
CREATE INDEX dlq_audit_subject_idx ON dlq_audit USING hash (subject);

CREATE FUNCTION dlq_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dlq_audit is append-only: % is refused', TG_OP; END $$;

CREATE TRIGGER dlq_audit_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON dlq_audit
    FOR EACH STATEMENT EXECUTE FUNCTION dlq_audit_refuse();

-- Where each alert's rule stands, by rule and channel.
CREATE TABLE dlq_alert (
    key          text COLLATE "C" NOT NULL PRIMARY KEY,
    firing       smallint NOT NULL,
    told         smallint NOT NULL,
    since        bigint NOT NULL,
    last_told_at bigint
) WITH (fillfactor = 50);

-- The messages about rules; the result of each notification channel is in an array of JSON objects.
CREATE TABLE dlq_alert_message (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    rule       text COLLATE "C" NOT NULL,
    channel    text COLLATE "C",
    severity   text COLLATE "C" NOT NULL,
    kind       smallint NOT NULL,
    message    text COLLATE "C" NOT NULL,
    at         bigint NOT NULL,
    deliveries text COLLATE "C" NOT NULL
);

-- How much of what happened in a channel in the minute that begins at this time. The counts of the running minute change
-- often, so there is room beside them.
CREATE TABLE dlq_minute (
    minute  bigint NOT NULL,
    channel text COLLATE "C" NOT NULL,
    measure smallint NOT NULL,
    count   bigint NOT NULL,
    PRIMARY KEY (minute, channel, measure)
) WITH (fillfactor = 70);

CREATE INDEX dlq_minute_channel_idx ON dlq_minute (channel, minute);
