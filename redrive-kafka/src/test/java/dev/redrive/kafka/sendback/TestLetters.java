package dev.redrive.kafka.sendback;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Letters as a target gets them: claimed by a worker. */
final class TestLetters {
    static final Instant WRITTEN = Instant.parse("2026-02-28T23:59:59.123Z");

    private TestLetters() {}

    static Message from(String topic, int partition) {
        return Message.of("{\"order\":1}")
                .with(new Origin(topic, partition, 7L, Payload.of("customer-1"), WRITTEN, "billing", null));
    }

    static Headers headers(Header... headers) {
        return new Headers(List.of(headers));
    }

    static DeadLetter claimed(Message message) {
        SettableClock clock = SettableClock.standing();
        try (InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock)) {
            NewLetter letter =
                    new LetterBuilder(new LetterIds(clock)).message(message).build();
            store.capture(List.of(letter));
            ClaimResult claimed = store.claim(letter.id(), "worker", Duration.ofMinutes(1));
            return ((ClaimResult.Leased) claimed).claimed().letter();
        }
    }
}
