-- What people wrote about causes.
CREATE TABLE dlq_cause_note (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    cause_id uuid NOT NULL,
    at       bigint NOT NULL,
    noted_by text COLLATE "C" NOT NULL,
    note     text COLLATE "C" NOT NULL
);

CREATE INDEX dlq_cause_note_idx ON dlq_cause_note (cause_id, at, id);

-- Whether a cause is ignored until the next release.
ALTER TABLE dlq_cause ADD COLUMN until_release smallint NOT NULL DEFAULT 0;
