-- Whether a letter has all of its message: 0 whole, 1 cut, 2 with values removed. One that is not whole is never sent.
ALTER TABLE dlq_letter ADD COLUMN completeness smallint NOT NULL DEFAULT 0;
ALTER TABLE dlq_edit ADD COLUMN completeness smallint NOT NULL DEFAULT 0;

-- What people do not see of a message, encrypted; whoever sends the letter puts it back in its place.
ALTER TABLE dlq_letter ADD COLUMN sealed bytea;
