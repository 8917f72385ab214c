package dev.redrive.intake;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.LetterMaker;
import dev.redrive.cause.Diagnosis;
import dev.redrive.engine.Judge;
import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.Captured;
import dev.redrive.store.ClaimResult;
import dev.redrive.store.ComeBack;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.Edit;
import dev.redrive.store.Edited;
import dev.redrive.store.Filter;
import dev.redrive.store.Intake;
import dev.redrive.store.NewLetter;
import dev.redrive.store.Page;
import dev.redrive.store.Query;
import dev.redrive.store.Settlement;
import dev.redrive.store.Stretch;
import dev.redrive.store.TakenIn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where readers of dead letter streams bring what they found. Letters and the positions up to which they were read are
 * kept together, so every record becomes one letter however often its reader dies.
 */
public final class StreamIntake {
    /** The tag of letters that wait for a person because they failed too long ago. */
    public static final String TOO_OLD_TAG = "older-than-limit";

    private static final String PARKED_TAG = "parked";
    private static final String READER = "reader";
    private static final String FETCHED = "the original record was still in its topic";
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final DeadLetterStore store;
    private final LetterMaker maker;
    private final Judge judge;
    private final Events events;
    private final int maxRoundTrips;

    /** @param maxRoundTrips a letter that came back so often waits for a person */
    public StreamIntake(DeadLetterStore store, LetterMaker maker, Judge judge, Events events, int maxRoundTrips) {
        this.store = store;
        this.maker = maker;
        this.judge = judge;
        this.events = events;
        this.maxRoundTrips = maxRoundTrips;
    }

    /** The next offset to read of each partition of a stream that was ever read. */
    public Map<Integer, Long> positions(String stream) {
        return store.positions(stream);
    }

    /** A letter that came back, as it stood before, and what follows. */
    private record Returned(DeadLetter letter, ComeBack news) {}

    /**
     * Keeps all of this or nothing. A message that does not fit into a letter is cut, see
     * {@link LetterMaker#makeFitting}, because its reader could not go on without it.
     *
     * @return the status with which each new letter begins, in the order of the arrivals; empty for one that came back
     * @throws dev.redrive.store.Overtaken when another reader has read one of these stretches already
     * @throws dev.redrive.store.StoreUnavailable while the store is away; the same again later is right
     */
    public List<Optional<LetterStatus>> take(List<Arrival> arrivals, List<Stretch> read) {
        List<Arrival> fresh = new ArrayList<>(arrivals.size());
        List<Optional<LetterStatus>> begins = new ArrayList<>(arrivals.size());
        List<Returned> returned = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            Optional<Returned> known = arrival instanceof Arrival.Back back ? returned(back) : Optional.empty();
            known.ifPresentOrElse(returned::add, () -> fresh.add(arrival));
            begins.add(Optional.empty());
        }
        List<NewLetter> letters = letters(fresh);
        TakenIn taken = store.takeIn(
                new Intake(letters, returned.stream().map(Returned::news).toList(), read));
        for (int i = 0; i < letters.size(); i++)
            taken(letters.get(i), fresh.get(i), taken.captured().get(i));
        for (int i = 0; i < returned.size(); i++)
            tell(returned.get(i), taken.comeBacks().get(i));
        for (int i = 0, next = 0; i < arrivals.size() && next < fresh.size(); i++) {
            if (arrivals.get(i) != fresh.get(next)) continue;
            begins.set(i, Optional.of(letters.get(next++).start().status()));
        }
        return begins;
    }

    private List<NewLetter> letters(List<Arrival> fresh) {
        List<NewLetter> planned =
                maker.makeFitting(fresh.stream().map(Arrival::failed).toList());
        List<NewLetter> letters = new ArrayList<>(planned.size());
        for (int i = 0; i < planned.size(); i++)
            letters.add(begin(planned.get(i), fresh.get(i).way()));
        return letters;
    }

    /** What would not be sent by itself anyway need not be held back. */
    private static NewLetter begin(NewLetter planned, Arrival.Way way) {
        return switch (way) {
            case AS_PLANNED -> planned;
            case TOO_OLD -> planned.start().status() == LetterStatus.PENDING ? planned.waiting(TOO_OLD_TAG) : planned;
            case PARKED -> planned.waiting(PARKED_TAG);
        };
    }

    private void taken(NewLetter letter, Arrival arrival, Captured captured) {
        tell(letter, captured);
        if (!captured.isNew() && arrival.way() == Arrival.Way.PARKED) setAside(captured.id());
    }

    /** The record that was parked is a letter already, which must not go back by itself any more. */
    private void setAside(LetterId id) {
        if (store.claim(id, READER, LEASE) instanceof ClaimResult.Leased leased)
            store.settle(List.of(new Settlement(
                    leased.claimed().lease(),
                    Duration.ZERO,
                    "none",
                    new Settlement.PutBack(LetterStatus.MANUAL, null))));
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
        Page page = store.search(after == null ? query : query.after(after));
        List<DeadLetter> letters = page.items().stream()
                .flatMap(summary -> store.find(summary.id()).stream())
                .filter(letter -> letter.message().completeness() == Completeness.CUT)
                .toList();
        return new Cut(letters, page.next());
    }

    /**
     * Gives a cut letter its whole payload, as a version of its own. It waits for a person all the same. False when the payload
     * is too large, or somebody changed the letter meanwhile.
     */
    public boolean complete(DeadLetter letter, Payload whole, String by) {
        Optional<Message> admitted = maker.admitted(letter.message().with(whole).with(Completeness.WHOLE));
        if (admitted.isEmpty()) return false;
        List<String> tags = letter.tags().stream()
                .filter(tag -> !tag.equals(LetterMaker.CUT_TAG))
                .toList();
        Message message = admitted.get();
        Edit edit = new Edit(message.payload(), null, message.completeness(), null, tags, FETCHED, by);
        Edited edited = store.edit(letter.id(), letter.standing().version(), edit);
        if (edited instanceof Edited.As as) events.tell(() -> new RedriveEvent.Edited(letter.id(), as.version(), by));
        return edited instanceof Edited.As;
    }

    /** Empty when the letter is gone or another one: then its message is a new one. */
    private Optional<Returned> returned(Arrival.Back back) {
        return store.find(back.letter())
                .filter(letter -> isThis(letter, back))
                .map(letter -> new Returned(letter, news(letter, back)));
    }

    /** In doubt it is not, because a letter too many is better than a message that is lost. */
    private static boolean isThis(DeadLetter letter, Arrival.Back back) {
        Message found = back.failed().message();
        return isSame(letter.payload(), found.payload())
                && letter.receipt().map(back.sentTo()::test).orElseGet(() -> fromSameTopic(letter.message(), found));
    }

    /** Who brings a message back may not tell no value from one of no bytes. */
    private static boolean isSame(Payload sent, Payload found) {
        return sent.equals(found) || (sent.size() == 0 && found.size() == 0);
    }

    private static boolean fromSameTopic(Message sent, Message found) {
        String topic = sent.origin().topic();
        return topic == null
                || found.origin().topic() == null
                || topic.equals(found.origin().topic());
    }

    private ComeBack news(DeadLetter letter, Arrival.Back back) {
        FailedMessage.Reason reason = back.failed().reason();
        Diagnosis diagnosis = maker.diagnose(reason).sameCauseAs(letter);
        boolean waits = back.way() == Arrival.Way.PARKED || roundTrips(letter) + 1 >= maxRoundTrips;
        Settlement.Failed outcome = waits
                ? new Settlement.SetAside(diagnosis.failure(), diagnosis.fingerprint())
                : judge.judge(letter, diagnosis, reason.retryAfter());
        return new ComeBack(back.letter(), back.sentAs(), failedAt(letter, back.failed()), outcome);
    }

    /** As the record says, as far as that can be: after it was sent and not in the future. */
    private Instant failedAt(DeadLetter letter, FailedMessage failed) {
        Instant now = store.clock().instant();
        Instant told = failed.firstFailedAt();
        if (told == null || told.isAfter(now) || told.isBefore(letter.standing().updatedAt())) return now;
        return told;
    }

    private static long roundTrips(DeadLetter letter) {
        return letter.attempts().stream()
                .filter(attempt -> attempt.result() == Attempt.Result.CAME_BACK)
                .count();
    }

    private void tell(NewLetter letter, Captured captured) {
        events.tell(() -> RedriveEvent.Captured.of(letter, captured));
    }

    /** Old news is no news to anybody. */
    private void tell(Returned returned, Optional<LetterStatus> status) {
        DeadLetter letter = returned.letter();
        status.ifPresent(to -> events.tell(() -> new RedriveEvent.Attempted(
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
