-- How far each stream was read: the next offset of each partition. It changes with the letters that were read, so that none
-- is read twice.
CREATE TABLE dlq_position (
    stream       text COLLATE "C" NOT NULL,
    partition_no integer NOT NULL,
    next_offset  bigint NOT NULL,
    PRIMARY KEY (stream, partition_no)
) WITH (fillfactor = 50);
