-- Whether a letter has all of its message: 0 whole, 1 cut, 2 with values removed. One that is not whole is never sent.
ALTER TABLE dlq_letter ADD COLUMN completeness smallint NOT NULL DEFAULT 0;
ALTER TABLE dlq_edit ADD COLUMN completeness smallint NOT NULL DEFAULT 0;

-- The removed values of a message, encrypted; they are put back in their places before the letter is sent.
ALTER TABLE dlq_letter ADD COLUMN sealed bytea;
