-- How far each stream was read: the next offset of each partition. It changes with the letters that were read, so that none
-- is read twice.
CREATE TABLE dlq_position (
    stream       TEXT NOT NULL,
    partition_no INTEGER NOT NULL,
    next_offset  INTEGER NOT NULL,
    PRIMARY KEY (stream, partition_no)
) STRICT, WITHOUT ROWID;
