package dev.redrive.store.memory;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Gives letters to workers on leases, and takes them back from those that did not come back in time. */
final class MemoryClaims {
    private final LetterIndex index;

    MemoryClaims(LetterIndex index) {
        this.index = index;
    }

    List<LeasedLetter> claim(ClaimRequest request) {
        recoverExpiredLeases();
        while (!index.waiting.isEmpty() && !index.waiting.first().due().isAfter(index.now()))
            index.ready.add(index.waiting.pollFirst());
        List<StoredLetter> due =
                index.ready.stream().filter(k -> handles(request, k)).toList();
        ByteLimit bytes = new ByteLimit(request.maxBytes());
        Set<StoredLetter> picked = new HashSet<>();
        due.stream()
                .sorted(Comparator.comparing(StoredLetter::id))
                .limit(request.oldest())
                .filter(k -> bytes.takes(k.message.payload().size()))
                .forEach(picked::add);
        due.stream().filter(k -> !picked.contains(k)).limit((long) request.limit() - picked.size()).toList().stream()
                .filter(k -> bytes.takes(k.message.payload().size()))
                .forEach(picked::add);
        return picked.stream()
                .sorted(LetterIndex.AS_CLAIMED)
                .map(k -> lease(k, request.worker(), request.leaseTime()))
                .toList();
    }

    private static boolean handles(ClaimRequest request, StoredLetter letter) {
        return request.channels().isEmpty() || request.channels().get().contains(letter.channel());
    }

    private LeasedLetter lease(StoredLetter letter, String worker, Duration time) {
        index.leave(letter);
        letter.status = LetterStatus.RETRYING;
        letter.retryCount++;
        letter.token++;
        letter.startedAt = index.now();
        letter.updatedAt = index.now();
        letter.resolution = null;
        letter.receipt = null;
        letter.backTo = null;
        letter.lease = new Lease(letter.id(), letter.token, worker, index.now().plus(time));
        index.enter(letter);
        return new LeasedLetter(letter.claimed(), letter.held());
    }

    private void recoverExpiredLeases() {
        List<StoredLetter> lost = index.leased.values().stream()
                .filter(k -> !k.held().until().isAfter(index.now()))
                .toList();
        for (StoredLetter letter : lost) {
            index.leave(letter);
            Lease lease = letter.held();
            Instant started = Objects.requireNonNull(letter.startedAt);
            Duration took = Duration.between(started, lease.until());
            letter.attempts.add(new Attempt(
                    letter.token, started, took, lease.worker(), "unknown", Attempt.Result.LEASE_LOST, null));
            letter.lease = null;
            letter.updatedAt = index.now();
            boolean last = letter.retryCount >= letter.maxRetries;
            letter.status = last ? LetterStatus.FAILED : LetterStatus.PENDING;
            letter.dueAt = lease.until();
            if (letter.backTo != null) {
                letter.status = letter.backTo;
                letter.dueAt = letter.backDue;
            }
            index.enter(letter);
        }
    }

    List<ClaimResult> claim(List<ExpectedLetter> expected, String worker, Duration leaseTime, ByteLimit bytes) {
        recoverExpiredLeases();
        return expected.stream()
                .map(one -> bytes.takes(size(one)) ? claim(one, worker, leaseTime) : new ClaimResult.NoRoom())
                .toList();
    }

    private int size(ExpectedLetter expected) {
        StoredLetter letter = index.find(expected.id());
        return letter == null ? 0 : letter.message.payload().size();
    }

    private ClaimResult claim(ExpectedLetter expected, String worker, Duration leaseTime) {
        StoredLetter letter = index.find(expected.id());
        if (letter == null) return new ClaimResult.NoSuchLetter();
        if (!(expected instanceof ExpectedLetter.AsSeen asSeen)) return claim(letter, worker, leaseTime);
        if (letter.status != LetterStatus.RETRYING && !stands(letter, asSeen))
            return new ClaimResult.Changed(letter.status, letter.token, letter.version);
        ClaimResult result = claim(letter, worker, leaseTime);
        if (result instanceof ClaimResult.Leased leased) {
            letter.backTo = leased.from();
            letter.backDue = leased.dueAt();
        }
        return result;
    }

    private ClaimResult claim(StoredLetter letter, String worker, Duration leaseTime) {
        if (letter.status.after(Move.CLAIM).isEmpty())
            return new ClaimResult.NotAllowed(
                    letter.status, letter.lease == null ? null : letter.held().until());
        if (!letter.message.isWhole()) return new ClaimResult.NotWhole(letter.message.completeness());
        LetterId ahead = index.blockedBy(letter);
        if (ahead != null) return new ClaimResult.Blocked(ahead);
        LetterStatus from = letter.status;
        Instant dueAt = from == LetterStatus.PENDING ? letter.dueAt : null;
        return new ClaimResult.Leased(lease(letter, worker, leaseTime), from, dueAt);
    }

    private static boolean stands(StoredLetter letter, ExpectedLetter.AsSeen expected) {
        return letter.status == expected.status()
                && letter.token == expected.attempt()
                && letter.version == expected.version();
    }

    Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        Set<LetterId> held = new HashSet<>();
        for (Lease lease : leases) {
            StoredLetter letter = index.heldUnder(lease);
            if (letter == null) continue;
            letter.lease = new Lease(
                    lease.id(), lease.token(), lease.worker(), index.now().plus(time));
            held.add(lease.id());
        }
        return held;
    }

    /** When the letter of this channel that goes next is due. */
    Optional<Instant> nextOf(String channel) {
        return Stream.concat(index.ready.stream(), index.waiting.stream())
                .filter(k -> k.channel().equals(channel))
                .map(StoredLetter::due)
                .min(Comparator.naturalOrder());
    }

    Optional<Instant> nextDue(Optional<Set<String>> channels) {
        Stream<Instant> queued = Stream.concat(index.ready.stream(), index.waiting.stream())
                .filter(k -> channels.isEmpty() || channels.get().contains(k.channel()))
                .map(StoredLetter::due);
        Stream<Instant> lost = index.leased.values().stream().map(k -> k.held().until());
        return Stream.concat(queued, lost).min(Comparator.naturalOrder());
    }
}
