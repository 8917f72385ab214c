package dev.redrive.store.memory;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreException;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The legal holds in memory. */
final class InMemoryLegalHolds implements LegalHolds {
    private static final Comparator<LegalHold> BY_SUBJECT = Comparator.<LegalHold, HoldSubject.Kind>comparing(
                    hold -> hold.subject().kind())
            .thenComparing(hold -> hold.subject().name());

    /** The one of the letters: none leaves while a hold on it is being placed. */
    private final Object lock;

    private final Map<HoldSubject, LegalHold> holds = new HashMap<>();

    InMemoryLegalHolds(Object lock) {
        this.lock = lock;
    }

    @Override
    public LegalHold place(LegalHold hold) {
        synchronized (lock) {
            LegalHold known = holds.get(hold.subject());
            if (known != null) return known;
            if (holds.size() >= MOST)
                throw new StoreException(
                        "there are " + MOST
                                + " legal holds already, so no other one is placed; hold a channel or a cause instead of many letters");
            holds.put(hold.subject(), hold);
            return hold;
        }
    }

    @Override
    public Optional<LegalHold> lift(HoldSubject subject) {
        synchronized (lock) {
            return Optional.ofNullable(holds.remove(subject));
        }
    }

    @Override
    public List<LegalHold> list() {
        synchronized (lock) {
            return holds.values().stream()
                    .sorted(Comparator.comparing(LegalHold::since).reversed().thenComparing(BY_SUBJECT))
                    .toList();
        }
    }

    @Override
    public Optional<LegalHold> on(LetterId id, String channel, CauseId cause, CauseId lastCause) {
        synchronized (lock) {
            return Stream.of(
                            HoldSubject.letter(id),
                            HoldSubject.cause(cause),
                            HoldSubject.cause(lastCause),
                            HoldSubject.channel(channel))
                    .map(holds::get)
                    .filter(Objects::nonNull)
                    .min(BY_SUBJECT);
        }
    }

    Optional<LegalHold> on(StoredLetter letter) {
        return on(letter.id(), letter.channel(), letter.cause(), letter.lastCause);
    }
}
