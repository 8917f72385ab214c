-- The values by which a letter is found are also in its own row, so that they can be removed; a capture writes to one index only.
ALTER TABLE dlq_letter ADD COLUMN attributes bytea;
DROP INDEX dlq_attribute_id_idx;

-- The same of letters whose values were taken after they had been written: to change their rows would write to all their indexes.
CREATE TABLE dlq_attribute_later (
    id         uuid NOT NULL PRIMARY KEY,
    attributes bytea NOT NULL
) PARTITION BY RANGE (id);

-- A partition for each month that letters have one for; those of the months to come are made with theirs.
DO $$ DECLARE month record; BEGIN
    FOR month IN
        SELECT substr(c.relname, length('dlq_letter') + 1) AS suffix, pg_get_expr(c.relpartbound, c.oid) AS bounds
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'dlq_letter'::regclass
    LOOP EXECUTE format('CREATE TABLE %I PARTITION OF dlq_attribute_later %s', 'dlq_attribute_later' || month.suffix, month.bounds); END LOOP; END $$;

-- What was there is taken anew.
TRUNCATE dlq_attribute;
UPDATE dlq_search SET letters = (SELECT COUNT(*) FROM dlq_letter), looked_at = 0, before = NULL, done = 0;
