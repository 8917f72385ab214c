package dev.redrive.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.Lease;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The letters, with the queues and counters that follow from them. Every change of a letter stands between leave and enter,
 * which keep these in step. The lock of the store guards all of it.
 */
final class Shelf {
    static final Comparator<Kept> AS_CLAIMED =
            Comparator.<Kept, Priority>comparing(k -> k.priority).reversed().thenComparing(Kept::id);

    final TreeSet<Kept> ready = new TreeSet<>(AS_CLAIMED);
    final TreeSet<Kept> waiting = new TreeSet<>(Comparator.comparing(Kept::due).thenComparing(Kept::id));
    final Map<LetterId, Kept> leased = new LinkedHashMap<>();
    final Counters counters = new Counters();
    private final TreeMap<LetterId, Kept> letters = new TreeMap<>();
    private final Sequences sequences = new Sequences();
    private final InstantSource clock;

    Shelf(InstantSource clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Nullable
    Kept find(LetterId id) {
        return letters.get(id);
    }

    /** The letter that is held under a lease, or null when the lease was lost. */
    @Nullable
    Kept heldUnder(Lease lease) {
        Kept letter = leased.get(lease.id());
        return letter == null || letter.token != lease.token() ? null : letter;
    }

    /** All letters, oldest first. */
    Collection<Kept> all() {
        return letters.values();
    }

    Collection<Kept> allAfter(@Nullable LetterId id) {
        return id == null ? all() : letters.tailMap(id, false).values();
    }

    void add(Kept letter) {
        letters.put(letter.id(), letter);
        if (letter.status.isOpen()) lineUp(letter);
        enter(letter);
    }

    void remove(Kept letter) {
        leave(letter);
        letters.remove(letter.id());
        if (letter.status.isOpen()) letNextGo(letter);
    }

    void leave(Kept letter) {
        counters.add(letter, -1);
        ready.remove(letter);
        if (letter.dueAt != null) waiting.remove(letter);
        leased.remove(letter.id());
    }

    void enter(Kept letter) {
        counters.add(letter, 1);
        if (letter.status == LetterStatus.RETRYING) leased.put(letter.id(), letter);
        if (letter.status == LetterStatus.PENDING && blockedBy(letter) == null) queue(letter);
    }

    private void queue(Kept letter) {
        if (letter.due().isAfter(now())) waiting.add(letter);
        else ready.add(letter);
    }

    @Nullable
    LetterId blockedBy(Kept letter) {
        return letter.status == LetterStatus.RETRYING ? null : sequences.ahead(letter.sequence(), letter.id());
    }

    /** A letter that is open, or open again, takes its place in its sequence. */
    void lineUp(Kept letter) {
        sequences.enter(letter.sequence(), letter.id());
    }

    /** A letter that is no longer open gives up its place in its sequence. */
    void letNextGo(Kept letter) {
        sequences
                .leave(letter.sequence(), letter.id())
                .map(letters::get)
                .filter(next -> next.status == LetterStatus.PENDING)
                .ifPresent(this::queue);
    }
}
