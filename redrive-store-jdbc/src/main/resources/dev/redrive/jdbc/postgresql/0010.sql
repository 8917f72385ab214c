-- Where the attributes of letters are, by which letters are found. A path gets another id from time to time, and values are kept by
-- the newest one, so that a capture writes into a small part of the index. An id is never given twice, so that values which were kept
-- for another path under the same name are not found.
CREATE TABLE dlq_search_path (
    id   integer NOT NULL PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL
);

-- How far the attributes of letters are kept that were there before the paths were chosen. The newest letter that has not been looked
-- at is the first one before this id; there is one row at most.
CREATE TABLE dlq_search (
    one       smallint NOT NULL PRIMARY KEY CHECK (one = 1),
    chosen_at bigint NOT NULL,
    next_path integer NOT NULL,
    letters   bigint NOT NULL,
    looked_at bigint NOT NULL,
    before    uuid,
    done      smallint NOT NULL
);

CREATE TABLE dlq_attribute (
    id    uuid NOT NULL,
    path  integer NOT NULL,
    value text COLLATE "C" NOT NULL
) PARTITION BY RANGE (id);

CREATE INDEX dlq_attribute_id_idx ON dlq_attribute (id);
CREATE INDEX dlq_attribute_value_idx ON dlq_attribute (path, value, id);

-- A partition for each month that letters have one for; those of the months to come are made with theirs.
DO $$ DECLARE month record; BEGIN
    FOR month IN
        SELECT substr(c.relname, length('dlq_letter') + 1) AS suffix, pg_get_expr(c.relpartbound, c.oid) AS bounds
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'dlq_letter'::regclass
    LOOP EXECUTE format('CREATE TABLE %I PARTITION OF dlq_attribute %s', 'dlq_attribute' || month.suffix, month.bounds); END LOOP; END $$;
