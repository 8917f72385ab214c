package dev.redrive.store.memory;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.streams.ReturnedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How attempts end: as their worker says, or as a letter that was sent comes back. */
final class MemorySettlements {
    private final LetterIndex index;
    private final MemoryCauses causes;

    MemorySettlements(LetterIndex index, MemoryCauses causes) {
        this.index = index;
        this.causes = causes;
    }

    SettleResult settle(Settlement settlement) {
        StoredLetter letter = index.heldUnder(settlement.lease());
        if (letter == null) return new SettleResult.LeaseLost(settlement.lease().id());
        index.leave(letter);
        Settlement.Outcome outcome = settlement.outcome();
        letter.lease = null;
        letter.updatedAt = index.now();
        letter.status = letter.status.after(outcome.move()).orElseThrow();
        if (outcome instanceof Settlement.Succeeded done) {
            letter.attempts.add(attempt(letter, settlement, Attempt.Result.SUCCEEDED, null));
            letter.resolution = new Resolution(index.now(), done.how(), done.by(), null);
        } else if (outcome instanceof Settlement.Sent sent) {
            letter.attempts.add(attempt(letter, settlement, Attempt.Result.SENT, null));
            letter.receipt = sent.receipt();
        } else if (outcome instanceof Settlement.Failed failed) {
            failed(letter, failed, attempt(letter, settlement, Attempt.Result.FAILED, failed.failure()));
        } else if (outcome instanceof Settlement.Released released) {
            letter.retryCount--;
            letter.dueAt = released.at();
        } else if (outcome instanceof Settlement.PutBack back) {
            letter.retryCount--;
            letter.dueAt = back.dueAt();
        }
        if (!letter.status.isOpen()) index.leaveSequence(letter);
        index.enter(letter);
        return new SettleResult.To(letter.id(), letter.status);
    }

    private static Attempt attempt(
            StoredLetter letter, Settlement s, Attempt.Result result, @Nullable Failure failure) {
        Instant started = Objects.requireNonNull(letter.startedAt);
        return new Attempt(letter.token, started, s.took(), s.lease().worker(), s.strategy(), result, failure);
    }

    private void failed(StoredLetter letter, Settlement.Failed why, Attempt attempt) {
        letter.attempts.add(attempt);
        letter.lastFailure = why.failure();
        letter.lastCause = why.fingerprint().id();
        letter.lastFailedAt = index.now();
        causes.seen(why.fingerprint(), index.now());
        if (why instanceof Settlement.Retry retry) letter.dueAt = retry.at();
    }

    Optional<LetterStatus> recordReturn(ReturnedLetter news) {
        StoredLetter letter = index.find(news.id());
        if (letter == null || !news.isNewsTo(letter.status, letter.token)) return Optional.empty();
        ReturnedLetter back = news.of(letter.message);
        index.leave(letter);
        if (!letter.status.isOpen()) index.enterSequence(letter);
        if (letter.status == LetterStatus.RETRYING) endSending(letter);
        letter.status = letter.status.after(back.move()).orElseThrow();
        letter.token++;
        letter.updatedAt = index.now();
        letter.resolution = null;
        letter.receipt = null;
        failed(
                letter,
                back.outcome(),
                Attempt.cameBack(letter.token, back.failedAt(), back.outcome().failure()));
        index.enter(letter);
        return Optional.of(letter.status);
    }

    /** Its worker has not said so yet, but it must have sent the letter. */
    private void endSending(StoredLetter letter) {
        Instant started = Objects.requireNonNull(letter.startedAt);
        letter.attempts.add(new Attempt(
                letter.token,
                started,
                Duration.between(started, index.now()),
                letter.held().worker(),
                "unknown",
                Attempt.Result.SENT,
                null));
        letter.lease = null;
    }
}
