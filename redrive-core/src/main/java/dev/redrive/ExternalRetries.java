package dev.redrive;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.internal.capture.LetterMaker;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.engine.RetryDecider;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that another retry service sent back. Each of its round trips leaves a record, and all of them are one letter as long
 * as that is open; after it was closed, the next record is a new letter.
 */
final class ExternalRetries {
    static final String PARKED_TAG = "parked";
    private static final String READER = "reader";
    private static final String SERVICE = "retry service";
    private static final Duration LEASE = Duration.ofMinutes(1);
    /** Different messages with the same event id are rare; one that is not found among these becomes a letter of its own. */
    private static final int LOOKED_AT = 10;

    private final DeadLetterStore store;
    private final LetterMaker maker;
    private final RetryDecider decider;
    private final RedactionGate gate;

    ExternalRetries(DeadLetterStore store, LetterMaker maker, RetryDecider decider, RedactionGate gate) {
        this.store = store;
        this.maker = maker;
        this.decider = decider;
        this.gate = gate;
    }

    /** The letters that hold the message already, newest first, open or closed. */
    List<DeadLetter> lettersOf(StreamRecord.Again again) {
        Filter filter = Filter.builder().eventId(again.eventId()).build();
        return store.search(Query.newest(filter, LOOKED_AT)).items().stream()
                .filter(summary -> summary.channel().equals(again.failed().channel()))
                .flatMap(summary -> store.find(summary.id()).stream())
                .filter(letter -> holds(letter, again.failed().message().payload()))
                .toList();
    }

    static boolean isOpen(DeadLetter letter) {
        return letter.status() != LetterStatus.RESOLVED && letter.status() != LetterStatus.ARCHIVED;
    }

    private boolean holds(DeadLetter letter, Payload found) {
        try {
            return gate.open(letter).payload().equals(found);
        } catch (CannotOpen unknown) {
            return false;
        }
    }

    /** True when two records with the same event id are of one message. */
    static boolean isSameMessage(StreamRecord earlier, StreamRecord.Again again) {
        return earlier.failed().channel().equals(again.failed().channel())
                && earlier.failed()
                        .message()
                        .payload()
                        .equals(again.failed().message().payload());
    }

    /**
     * One more failed try of an open letter, which goes on waiting for its retry or for a person; once it was parked, for a
     * person. Nothing is added while the letter is being sent, or was sent and is not confirmed.
     */
    void failedAgain(DeadLetter letter, StreamRecord.Again again) {
        if (again.handling() == StreamRecord.Handling.PARKED) setAside(letter.id());
        else if (again.failed().retriesSoFar() > letter.retryCount()
                && claim(letter) instanceof ClaimResult.Leased leased)
            store.settle(
                    List.of(new Settlement(leased.claimed().lease(), Duration.ZERO, SERVICE, outcome(leased, again))));
    }

    /** If this process dies now, the letter stands again as it did: one that waits for a person must not be sent for that. */
    private ClaimResult claim(DeadLetter letter) {
        ExpectedLetter seen = new ExpectedLetter.AsSeen(
                letter.id(), letter.status(), letter.attempt(), letter.state().version());
        return claim(seen, SERVICE);
    }

    private ClaimResult claim(ExpectedLetter letter, String worker) {
        return store.claimExpected(List.of(letter), worker, LEASE, Long.MAX_VALUE)
                .get(0);
    }

    private Settlement.Failed outcome(ClaimResult.Leased leased, StreamRecord.Again again) {
        DeadLetter letter = leased.claimed().letter();
        FailedMessage.Reason reason = again.failed().reason();
        Diagnosis diagnosis = maker.diagnose(reason, letter).sameCauseAs(letter);
        return switch (leased.from()) {
            case MANUAL -> new Settlement.SetAside(diagnosis.failure(), diagnosis.fingerprint());
            case FAILED -> new Settlement.GaveUp(diagnosis.failure(), diagnosis.fingerprint());
            case PENDING, RETRYING, REPLAYED, RESOLVED, ARCHIVED ->
                decider.decide(letter, diagnosis, reason.retryAfter());
        };
    }

    /** The record that was parked is a letter already, which must not go back by itself any more. */
    void setAside(LetterId id) {
        if (claim(new ExpectedLetter.InAnyState(id), READER) instanceof ClaimResult.Leased leased)
            store.settle(List.of(new Settlement(
                    leased.claimed().lease(),
                    Duration.ZERO,
                    "none",
                    new Settlement.PutBack(LetterStatus.MANUAL, null))));
        store.find(id).filter(letter -> !letter.tags().contains(PARKED_TAG)).ifPresent(this::tagAsParked);
    }

    private void tagAsParked(DeadLetter letter) {
        List<String> tags = new ArrayList<>(letter.tags());
        tags.add(PARKED_TAG);
        store.edit(letter.id(), letter.state().version(), Edit.tags(tags, READER));
    }
}
