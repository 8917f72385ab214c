package dev.redrive.server.target;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Letters as a target gets them: leased by a worker. */
final class TestLetters {
    private TestLetters() {}

    static DeadLetter saying(String payload) {
        return saying(payload, Map.of());
    }

    static DeadLetter saying(String payload, Map<String, String> headers) {
        return of(Message.of(payload).with(Headers.of(headers)));
    }

    static DeadLetter absent(Map<String, String> headers) {
        return of(Message.of((String) null).with(Headers.of(headers)));
    }

    static DeadLetter of(byte[] payload) {
        return of(Message.of(Payload.of(payload)));
    }

    private static DeadLetter of(Message message) {
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
