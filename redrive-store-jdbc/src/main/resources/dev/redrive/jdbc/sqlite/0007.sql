-- What a sender says beside what a letter has a place for (a JSON object), the id inside the event where the letter goes by
-- another one, how busy the machine was, in percent, and how often another dead letter queue tried it.
ALTER TABLE dlq_letter ADD COLUMN event_instance_id TEXT;
ALTER TABLE dlq_letter ADD COLUMN additional TEXT;
ALTER TABLE dlq_letter ADD COLUMN cpu_usage INTEGER;
ALTER TABLE dlq_letter ADD COLUMN memory_usage INTEGER;
ALTER TABLE dlq_letter ADD COLUMN dlq_retries INTEGER;
