-- What a sender says beside what a letter has a place for (a JSON object), the id inside the event where the letter goes by
-- another one, how busy the machine was, in percent, and how often another dead letter queue tried it.
ALTER TABLE dlq_letter ADD COLUMN event_instance_id text COLLATE "C";
ALTER TABLE dlq_letter ADD COLUMN additional text COLLATE "C";
ALTER TABLE dlq_letter ADD COLUMN cpu_usage smallint;
ALTER TABLE dlq_letter ADD COLUMN memory_usage smallint;
ALTER TABLE dlq_letter ADD COLUMN dlq_retries integer;
