package dev.redrive.server.demo;

import dev.redrive.cause.CauseState;
import dev.redrive.classify.Classifier;
import dev.redrive.guard.Step;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Move;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Retryability;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.demo.Incident.Ending;
import dev.redrive.server.demo.Incident.Kind;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A past week of the shop, played through a store whose clock stands in the past. Its failures come from the shop's own
 * services, so they belong to the causes that the running shop will meet again.
 */
final class History {
    private static final long SEED = 11;
    private static final int RETRIES = 5;
    /** How often a letter is tried here, at most. */
    private static final int TRIES = 2;

    private static final int AT_ONCE = 5000;
    private static final String WORKER = "shop-1";
    private static final String PERSON = "maria";
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration CLEAN_UP = Duration.ofMinutes(25);

    /** A minute of a channel, and what is counted in it. */
    private record Cell(Instant minute, String channel, Measure measure) {}

    /** An incident with its letters. */
    private record Played(Incident incident, List<NewLetter> letters, Instant end) {}

    private final DeadLetterStore store;
    private final PastClock clock;
    private final MinuteCounts minutes;
    private final Random random = new Random(SEED);
    private final Checkout checkout = new Checkout(SEED);
    private final Diagnostics diagnostics = new Diagnostics(new Classifier(List.of()));
    private final Map<Cell, Long> counts = new HashMap<>();
    private final Map<LetterId, Diagnosis> diagnoses = new HashMap<>();

    History(DeadLetterStore store, PastClock clock, MinuteCounts minutes) {
        this.store = store;
        this.clock = clock;
        this.minutes = minutes;
    }

    /** Plays the week before this time; returns how many letters it left. */
    long until(Instant now) {
        List<Played> week = Week.INCIDENTS.stream()
                .sorted(Comparator.comparing((Incident incident) -> incident.end(now)))
                .map(incident -> new Played(incident, letters(incident, incident.start(now)), incident.end(now)))
                .toList();
        clock.moveTo(week.stream()
                .map(played -> played.incident().start(now))
                .min(Comparator.naturalOrder())
                .orElse(now));
        keep(week.stream().flatMap(played -> played.letters().stream()).toList());
        week.forEach(this::bringBack);
        decide(week);
        clock.moveTo(now);
        minutes.add(counts.entrySet().stream()
                .map(e -> new MinuteCount(
                        e.getKey().minute(), e.getKey().channel(), e.getKey().measure(), e.getValue()))
                .toList());
        return diagnoses.size();
    }

    private void bringBack(Played played) {
        boolean isRetried = played.letters().get(0).start().status() == LetterStatus.PENDING;
        if (isRetried) attempts(played.incident(), played.end());
        close(played);
    }

    /** Causes with open letters stay undecided; the rest counts as fixed, until the running shop breaks it again. */
    private void decide(List<Played> week) {
        Set<CauseId> left = causes(week, true);
        Set<CauseId> fixed = causes(week, false);
        fixed.removeAll(left);
        fixed.forEach(cause -> store.setCause(cause, CauseState.RESOLVED, PERSON));
        left.forEach(cause -> store.setCause(cause, CauseState.ACKNOWLEDGED, PERSON));
    }

    private static Set<CauseId> causes(List<Played> week, boolean left) {
        return week.stream()
                .filter(played -> (played.incident().ending() == Ending.LEFT) == left)
                .flatMap(played -> played.letters().stream())
                .map(letter -> letter.fingerprint().id())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    // In

    private List<NewLetter> letters(Incident incident, Instant start) {
        Step<Message> broken = brokenService(incident.kind());
        LongStream times = random.longs(incident.letters(), 0, incident.lasted().toMillis())
                .sorted();
        PastClock creation = new PastClock(start);
        LetterIds ids = new LetterIds(creation);
        List<NewLetter> letters = new ArrayList<>();
        times.forEach(millis -> {
            creation.moveTo(start.plusMillis(millis));
            letters.add(letter(incident, ids.next(), broken));
        });
        return letters;
    }

    private void keep(List<NewLetter> letters) {
        store.capture(letters);
        for (NewLetter letter : letters) {
            Instant time = letter.id().createdAt();
            count(time, letter.channel(), Measure.CAPTURED, 1);
            if (letter.start().status() != LetterStatus.PENDING) count(time, letter.channel(), Measure.FAILED, 1);
        }
    }

    private Step<Message> brokenService(Kind kind) {
        Switch broken = new Switch(clock);
        if (kind != Kind.ODD_ORDERS) broken.breakIt();
        return Shop.service(kind.part(), broken, () -> Instant.EPOCH);
    }

    private NewLetter letter(Incident incident, LetterId id, Step<Message> broken) {
        Message message = message(incident.kind(), id.createdAt());
        Diagnosis diagnosis = diagnostics.of(failure(broken, message));
        diagnoses.put(id, diagnosis);
        return new NewLetter(
                id,
                incident.kind().part().channel(),
                message,
                diagnosis.failure(),
                diagnosis.fingerprint(),
                incident.kind().part() == Part.PAYMENTS ? Priority.HIGH : Priority.NORMAL,
                List.of(),
                false,
                null,
                id.createdAt(),
                start(diagnosis.failure(), id.createdAt(), incident.ending() == Ending.GAVE_UP ? TRIES : RETRIES),
                List.of());
    }

    private Message message(Kind kind, Instant time) {
        Sale sale =
                switch (kind) {
                    case WRONG_INVOICES -> checkout.ofNewApp(time);
                    case ODD_ORDERS -> checkout.odd(time);
                    case PAYMENTS_DOWN, PARTNER_LIMITS, DATABASE_GONE -> checkout.next(time);
                };
        return sale.of(kind.part());
    }

    /** Asked until it fails: a partner with a limit takes the first call. */
    private static Throwable failure(Step<Message> broken, Message message) {
        for (int tries = 0; tries < 2; tries++) {
            try {
                broken.process(message);
            } catch (Exception e) {
                return e;
            }
        }
        throw new IllegalStateException("a broken part of the shop did not fail");
    }

    private static NewLetter.Start start(Failure failure, Instant time, int retries) {
        if (failure.retryability() == Retryability.TRANSIENT)
            return new NewLetter.Start(LetterStatus.PENDING, 0, retries, time.plusSeconds(1));
        boolean isKnown = failure.retryability() == Retryability.PERMANENT;
        return new NewLetter.Start(isKnown ? LetterStatus.FAILED : LetterStatus.MANUAL, 0, retries, null);
    }

    // Tried again

    private void attempts(Incident incident, Instant end) {
        Instant last = end.plusSeconds(90);
        if (incident.isLong()) {
            Instant first = end.plusSeconds(2);
            clock.moveTo(first);
            settle(incident, first, claimed -> again(claimed, last));
        }
        clock.moveTo(last);
        settle(
                incident,
                last,
                incident.ending() == Ending.GAVE_UP
                        ? this::givenUp
                        : claimed -> new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
    }

    private void settle(Incident incident, Instant time, Function<LeasedLetter, Settlement.Outcome> outcome) {
        String channel = incident.kind().part().channel();
        List<Settlement> settlements = new ArrayList<>();
        for (LeasedLetter claimed :
                store.claim(new ClaimRequest(WORKER, AT_ONCE, 0, LEASE, Optional.of(Set.of(channel))))) {
            Settlement.Outcome came = outcome.apply(claimed);
            Duration took = Duration.ofMillis(40 + random.nextInt(400));
            settlements.add(new Settlement(claimed.lease(), took, "exponential", came));
        }
        store.settle(settlements);
        count(time, channel, Measure.ATTEMPTED, settlements.size());
        for (Settlement settlement : settlements) {
            if (settlement.outcome() instanceof Settlement.Succeeded) count(time, channel, Measure.RESOLVED, 1);
            if (settlement.outcome() instanceof Settlement.GaveUp) count(time, channel, Measure.FAILED, 1);
        }
    }

    private Settlement.Outcome again(LeasedLetter claimed, Instant at) {
        Diagnosis diagnosis = diagnosis(claimed);
        return new Settlement.Retry(
                diagnosis.failure(), diagnosis.fingerprint(), at.minusSeconds(1).truncatedTo(ChronoUnit.MILLIS));
    }

    private Settlement.Outcome givenUp(LeasedLetter claimed) {
        Diagnosis diagnosis = diagnosis(claimed);
        return new Settlement.GaveUp(diagnosis.failure(), diagnosis.fingerprint());
    }

    private Diagnosis diagnosis(LeasedLetter claimed) {
        return Objects.requireNonNull(diagnoses.get(claimed.letter().id()));
    }

    // Decided by a person

    private void close(Played played) {
        Instant time = played.end().plus(CLEAN_UP);
        List<NewLetter> letters = played.letters();
        clock.moveTo(time);
        switch (played.incident().ending()) {
            case ARCHIVED -> move(letters, ManualMove.archive(PERSON, "corrected by hand in the back office"), time);
            case DISCARDED -> move(letters, ManualMove.discard(PERSON, "a test that reached production"), time);
            case RETRIED_BY_HAND -> {
                move(letters, ManualMove.requeue(PERSON), time);
                settle(
                        played.incident(),
                        time,
                        claimed -> new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, PERSON));
            }
            case LEFT, RECOVERED, GAVE_UP -> {}
        }
    }

    private void move(List<NewLetter> letters, ManualMove move, Instant time) {
        NewLetter first = letters.get(0);
        Filter filter = Filter.builder()
                .channel(first.channel())
                .status(LetterStatus.FAILED, LetterStatus.MANUAL)
                .from(first.id().createdAt())
                .to(letters.get(letters.size() - 1).id().createdAt().plusMillis(1))
                .build();
        int moved = store.moveAll(filter, move, AT_ONCE, null).count();
        boolean closes = move.move() != Move.REQUEUE;
        if (closes) count(time, first.channel(), Measure.ARCHIVED, moved);
    }

    private void count(Instant time, String channel, Measure measure, long count) {
        if (count > 0) counts.merge(new Cell(time.truncatedTo(ChronoUnit.MINUTES), channel, measure), count, Long::sum);
    }
}
