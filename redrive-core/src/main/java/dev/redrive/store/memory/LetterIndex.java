package dev.redrive.store.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.leases.Lease;
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
final class LetterIndex {
    static final Comparator<StoredLetter> AS_CLAIMED = Comparator.<StoredLetter, Priority>comparing(k -> k.priority)
            .reversed()
            .thenComparing(StoredLetter::id);

    final TreeSet<StoredLetter> ready = new TreeSet<>(AS_CLAIMED);
    final TreeSet<StoredLetter> waiting =
            new TreeSet<>(Comparator.comparing(StoredLetter::due).thenComparing(StoredLetter::id));
    final Map<LetterId, StoredLetter> leased = new LinkedHashMap<>();
    final MemoryCounters counters = new MemoryCounters();
    private final TreeMap<LetterId, StoredLetter> letters = new TreeMap<>();
    private final MemorySequences sequences = new MemorySequences();
    private final InstantSource clock;

    LetterIndex(InstantSource clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Nullable
    StoredLetter find(LetterId id) {
        return letters.get(id);
    }

    /** The letter that is held under a lease, or null when the lease was lost. */
    @Nullable
    StoredLetter heldUnder(Lease lease) {
        StoredLetter letter = leased.get(lease.id());
        return letter == null || letter.token != lease.token() ? null : letter;
    }

    /** All letters, oldest first. */
    Collection<StoredLetter> all() {
        return letters.values();
    }

    Collection<StoredLetter> allAfter(@Nullable LetterId id) {
        return id == null ? all() : letters.tailMap(id, false).values();
    }

    void add(StoredLetter letter) {
        letters.put(letter.id(), letter);
        if (letter.status.isOpen()) enterSequence(letter);
        enter(letter);
    }

    void remove(StoredLetter letter) {
        leave(letter);
        letters.remove(letter.id());
        if (letter.status.isOpen()) leaveSequence(letter);
    }

    void leave(StoredLetter letter) {
        counters.add(letter, -1);
        ready.remove(letter);
        if (letter.dueAt != null) waiting.remove(letter);
        leased.remove(letter.id());
    }

    void enter(StoredLetter letter) {
        counters.add(letter, 1);
        if (letter.status == LetterStatus.RETRYING) leased.put(letter.id(), letter);
        if (letter.status == LetterStatus.PENDING && blockedBy(letter) == null) queue(letter);
    }

    private void queue(StoredLetter letter) {
        if (letter.due().isAfter(now())) waiting.add(letter);
        else ready.add(letter);
    }

    @Nullable
    LetterId blockedBy(StoredLetter letter) {
        return letter.status == LetterStatus.RETRYING ? null : sequences.ahead(letter.sequence(), letter.id());
    }

    /** A letter that is open, or open again, takes its place in its sequence. */
    void enterSequence(StoredLetter letter) {
        sequences.enter(letter.sequence(), letter.id());
    }

    /** A letter that is no longer open gives up its place in its sequence. */
    void leaveSequence(StoredLetter letter) {
        sequences
                .leave(letter.sequence(), letter.id())
                .map(letters::get)
                .filter(next -> next.status == LetterStatus.PENDING)
                .ifPresent(this::queue);
    }

    long waitingSequences(String channel) {
        return sequences.waitingIn(channel);
    }
}
