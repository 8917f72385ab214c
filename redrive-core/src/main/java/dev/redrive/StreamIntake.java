package dev.redrive;

import dev.redrive.capture.Comparison;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.capture.LetterMaker;
import dev.redrive.internal.capture.OriginalComparison;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.engine.RetryDecider;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.ReturnedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores what readers of dead letter streams found. Letters and the positions up to which they were read are
 * kept together, so every record becomes one letter however often its reader dies.
 */
public final class StreamIntake {
    /** The tag of letters that wait for a person because they failed too long ago. */
    public static final String TOO_OLD_TAG = "older-than-limit";

    private static final String FETCHED = "the original record was still in its topic";

    private final DeadLetterStore store;
    private final LetterMaker maker;
    private final RetryDecider decider;
    private final Events events;
    private final RedactionGate gate;
    private final int maxRoundTrips;
    private final ExternalRetries externalRetries;

    /** @param maxRoundTrips a letter that came back so often waits for a person */
    StreamIntake(
            DeadLetterStore store,
            LetterMaker maker,
            RetryDecider decider,
            Events events,
            RedactionGate gate,
            int maxRoundTrips) {
        this.store = store;
        this.maker = maker;
        this.decider = decider;
        this.events = events;
        this.gate = gate;
        this.maxRoundTrips = maxRoundTrips;
        this.externalRetries = new ExternalRetries(store, maker, decider, gate);
    }

    /** The next offset to read of each partition of a stream that was ever read. */
    public Map<Integer, Long> positions(String stream) {
        return counted(() -> store.positions(stream));
    }

    /** A store that fails is counted; a reader that another one was faster than is no failure. */
    private <T> T counted(Supplier<T> call) {
        try {
            return call.get();
        } catch (PositionConflict e) {
            throw e;
        } catch (StoreException e) {
            events.publish(() -> new RedriveEvent.StoreFailed("ingest"));
            throw e;
        }
    }

    /** A letter that came back, as it stood before, and what follows. */
    private record Returned(DeadLetter letter, ReturnedLetter news) {}

    /**
     * How a new letter begins.
     *
     * @param isHeldBack whether it waits for a person only because it failed too long ago, which its tag says
     */
    public record Begin(LetterStatus status, boolean isHeldBack) {}

    /**
     * Keeps all of this or nothing. A message that does not fit into a letter is cut,
     * because its reader could not go on without it.
     *
     * @return how each new letter begins, in the order of the arrivals; empty for one whose letter was known
     * @throws dev.redrive.store.PositionConflict when another reader has read one of these ranges already
     * @throws dev.redrive.store.StoreUnavailable while the store is away; the same again later is right
     */
    public List<Optional<Begin>> take(List<StreamRecord> arrivals, List<ReadRange> read) {
        return counted(() -> takeAll(arrivals, read));
    }

    private List<Optional<Begin>> takeAll(List<StreamRecord> arrivals, List<ReadRange> read) {
        Sorted sorted = new Sorted();
        for (int i = 0; i < arrivals.size(); i++) sorted.add(arrivals.get(i), i);
        List<NewLetter> letters = letters(sorted.fresh);
        IntakeResult taken = store.ingest(
                new Intake(letters, sorted.returned.stream().map(Returned::news).toList(), read));
        for (int i = 0; i < sorted.returned.size(); i++)
            publish(sorted.returned.get(i), taken.returned().get(i));
        List<Optional<Begin>> begins = new ArrayList<>(Collections.nCopies(arrivals.size(), Optional.empty()));
        for (int i = 0; i < letters.size(); i++) {
            CaptureResult captured = taken.captured().get(i);
            taken(letters.get(i), sorted.fresh.get(i), captured);
            if (captured.isNew())
                begins.set(sorted.places.get(i), Optional.of(begin(letters.get(i), sorted.fresh.get(i))));
        }
        for (Try one : sorted.tries)
            store.find(taken.captured().get(one.of()).id())
                    .filter(ExternalRetries::isOpen)
                    .ifPresent(letter -> externalRetries.failedAgain(letter, one.again()));
        return begins;
    }

    /** A round trip of a message whose first record is among the fresh ones, and where that stands there. */
    private record Try(int of, StreamRecord.Again again) {}

    /** The records of one batch by what becomes of them. */
    private final class Sorted {
        final List<StreamRecord> fresh = new ArrayList<>();
        /** Where each of the fresh ones stands in the batch. */
        final List<Integer> places = new ArrayList<>();

        final List<Returned> returned = new ArrayList<>();
        final List<Try> tries = new ArrayList<>();
        private final Map<String, Integer> freshByEvent = new HashMap<>();

        void add(StreamRecord arrival, int place) {
            Optional<Returned> back = arrival instanceof StreamRecord.Back known ? returned(known) : Optional.empty();
            if (back.isPresent()) returned.add(back.get());
            else if (arrival instanceof StreamRecord.Again again) addAgain(again, place);
            else addFresh(arrival, place);
        }

        private void addFresh(StreamRecord arrival, int place) {
            String event = arrival.failed().message().event().id();
            if (event != null) freshByEvent.putIfAbsent(event, fresh.size());
            fresh.add(arrival);
            places.add(place);
        }

        private void addAgain(StreamRecord.Again again, int place) {
            Integer earlier = freshByEvent.get(again.eventId());
            if (earlier != null && ExternalRetries.isSameMessage(fresh.get(earlier), again)) {
                join(earlier, again);
                return;
            }
            List<DeadLetter> letters = externalRetries.lettersOf(again);
            Optional<DeadLetter> open =
                    letters.stream().filter(ExternalRetries::isOpen).findFirst();
            if (open.isPresent()) externalRetries.failedAgain(open.get(), again);
            else
                addFresh(
                        letters.isEmpty()
                                ? again
                                : new StreamRecord.Fresh(
                                        again.failed().withIdempotencyKey(again.recordName()), again.handling()),
                        place);
        }

        /** It must begin as one that was parked; its tries follow when it is kept, as if they were read later. */
        private void join(int earlier, StreamRecord.Again again) {
            if (again.handling() == StreamRecord.Handling.PARKED)
                fresh.set(earlier, fresh.get(earlier).withHandling(StreamRecord.Handling.PARKED));
            else tries.add(new Try(earlier, again));
        }
    }

    private List<NewLetter> letters(List<StreamRecord> fresh) {
        List<NewLetter> planned =
                maker.makeWithinLimits(fresh.stream().map(StreamRecord::failed).toList());
        List<NewLetter> letters = new ArrayList<>(planned.size());
        for (int i = 0; i < planned.size(); i++)
            letters.add(begin(planned.get(i), fresh.get(i).handling()));
        return letters;
    }

    /** What would not be sent by itself anyway need not be held back. */
    private static NewLetter begin(NewLetter planned, StreamRecord.Handling handling) {
        return switch (handling) {
            case AS_PLANNED -> planned;
            case TOO_OLD -> planned.start().status() == LetterStatus.PENDING ? planned.waiting(TOO_OLD_TAG) : planned;
            case PARKED -> planned.waiting(ExternalRetries.PARKED_TAG);
        };
    }

    private static Begin begin(NewLetter letter, StreamRecord arrival) {
        boolean isHeldBack = arrival.handling() == StreamRecord.Handling.TOO_OLD
                && letter.tags().contains(TOO_OLD_TAG);
        return new Begin(letter.start().status(), isHeldBack);
    }

    private void taken(NewLetter letter, StreamRecord arrival, CaptureResult captured) {
        publish(letter, captured);
        if (!captured.isNew() && arrival.handling() == StreamRecord.Handling.PARKED)
            externalRetries.setAside(captured.id());
    }

    /** Some letters whose payload was cut on its way here, and the one after which there may be more. */
    public record Cut(List<DeadLetter> letters, @Nullable LetterId next) {
        public Cut {
            letters = List.copyOf(letters);
        }
    }

    /** Open letters that were cut before they came here, newest first. */
    public Cut cut(@Nullable LetterId after, int limit) {
        Filter filter = Filter.builder()
                .tag(LetterMaker.CUT_TAG)
                .status(LetterStatus.MANUAL, LetterStatus.FAILED)
                .build();
        Query query = Query.newest(filter, limit);
        return counted(() -> cut(after == null ? query : query.after(after)));
    }

    private Cut cut(Query query) {
        Page page = store.search(query);
        List<DeadLetter> letters = page.items().stream()
                .flatMap(summary -> store.find(summary.id()).stream())
                .filter(letter -> letter.message().completeness() == Completeness.CUT)
                .toList();
        return new Cut(letters, page.next());
    }

    /**
     * Compares a record with what a cut letter has of its payload, also where values in it were hidden.
     *
     * @param kept how many bytes the letter had before anything was hidden, where that is known
     * @param size how many bytes the record had, where that is known
     */
    public Comparison compare(DeadLetter letter, Payload record, OptionalLong kept, OptionalLong size) {
        return new OriginalComparison(gate, letter, record).compare(kept, size);
    }

    /**
     * Gives a cut letter its whole payload, as a version of its own. It waits for a person all the same. False when the payload
     * is too large, or the letter was changed meanwhile.
     */
    public boolean complete(DeadLetter letter, Payload whole, String by) {
        return maker.fits(whole) && counted(() -> edit(letter, whole, by));
    }

    private boolean edit(DeadLetter letter, Payload whole, String by) {
        List<String> tags = letter.tags().stream()
                .filter(tag -> !tag.equals(LetterMaker.CUT_TAG))
                .toList();
        Edit edit = gate.hideOriginal(letter, new Edit(whole, null, completed(letter), null, null, tags, FETCHED, by));
        EditResult edited = store.edit(letter.id(), letter.state().version(), edit);
        if (edited instanceof EditResult.As as)
            events.publish(() -> new RedriveEvent.Edited(letter.id(), as.version(), by));
        return edited instanceof EditResult.As;
    }

    /** With its whole payload a letter still lacks what was removed from its headers. */
    private Completeness completed(DeadLetter letter) {
        boolean lacks = gate.open(letter).message().headers().list().stream()
                .anyMatch(header -> header.value().text().contains(Redaction.MASK));
        return lacks ? Completeness.REMOVED : Completeness.WHOLE;
    }

    /** Empty when the letter is gone or another one: then its message is a new one. */
    private Optional<Returned> returned(StreamRecord.Back back) {
        return store.find(back.letter())
                .filter(letter -> isThis(letter, back))
                .map(letter -> new Returned(letter, news(letter, back)));
    }

    /** In doubt it is not, because a letter too many is better than a message that is lost. */
    private boolean isThis(DeadLetter letter, StreamRecord.Back back) {
        Message found = back.failed().message();
        return isPayloadOf(letter, found.payload())
                && letter.receipt().map(back.sentTo()::test).orElseGet(() -> fromSameTopic(letter.message(), found));
    }

    /** As it was sent. A framework that returns a message may not distinguish no value from one of no bytes. */
    private boolean isPayloadOf(DeadLetter letter, Payload found) {
        try {
            Payload sent = gate.open(letter).payload();
            return sent.equals(found) || (sent.size() == 0 && found.size() == 0);
        } catch (CannotOpen unknown) {
            return false;
        }
    }

    private static boolean fromSameTopic(Message sent, Message found) {
        String topic = sent.origin().topic();
        return topic == null
                || found.origin().topic() == null
                || topic.equals(found.origin().topic());
    }

    private ReturnedLetter news(DeadLetter letter, StreamRecord.Back back) {
        FailedMessage.Reason reason = back.failed().reason();
        Diagnosis diagnosis = maker.diagnose(reason, letter).sameCauseAs(letter);
        boolean waits = back.handling() == StreamRecord.Handling.PARKED || roundTrips(letter) + 1 >= maxRoundTrips;
        Settlement.Failed outcome = waits
                ? new Settlement.SetAside(diagnosis.failure(), diagnosis.fingerprint())
                : decider.decide(letter, diagnosis, reason.retryAfter());
        return new ReturnedLetter(back.letter(), back.sentAs(), failedAt(letter, back.failed()), outcome);
    }

    /** As the record says, as far as that can be: after it was sent and not in the future. */
    private Instant failedAt(DeadLetter letter, FailedMessage failed) {
        Instant now = store.clock().instant();
        Instant reported = failed.firstFailedAt();
        if (reported == null
                || reported.isAfter(now)
                || reported.isBefore(letter.state().updatedAt())) return now;
        return reported;
    }

    private static long roundTrips(DeadLetter letter) {
        return letter.attempts().stream()
                .filter(attempt -> attempt.result() == Attempt.Result.CAME_BACK)
                .count();
    }

    private void publish(NewLetter letter, CaptureResult captured) {
        events.publish(() -> RedriveEvent.Captured.of(letter, captured));
    }

    /** Nothing is published for a return that was known already. */
    private void publish(Returned returned, Optional<LetterStatus> status) {
        DeadLetter letter = returned.letter();
        status.ifPresent(to -> events.publish(() -> new RedriveEvent.Attempted(
                letter.id(),
                letter.channel(),
                Attempt.Result.CAME_BACK,
                to,
                letter.retryCount(),
                Duration.ZERO,
                returned.news().outcome().failure().type(),
                letter.eventId())));
    }
}
