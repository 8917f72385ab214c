package dev.redrive.server.stats;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.mock.web.MockHttpServletRequest;

/** A queue in memory under a clock that a test moves, and callers with and without limits. */
public final class TestQueue implements AutoCloseable {
    public final SettableClock clock = SettableClock.standing();
    public final Events events = new Events();
    public final TestMinuteCounts minuteCounts = new TestMinuteCounts();
    public final DeadLetterStore store;
    public final Redrive redrive;
    private final LetterIds ids = new LetterIds(clock);

    public TestQueue() {
        this(store -> store);
    }

    /** With a store in front of the one in memory. */
    public TestQueue(UnaryOperator<DeadLetterStore> front) {
        store = front.apply(new InMemoryDeadLetterStore(clock));
        redrive = Redrive.on(store)
                .listen(event -> events.publish(() -> event))
                .keepForever()
                .open();
    }

    public Letters letters() {
        return redrive.letters();
    }

    public Overviews overviews() {
        return new Overviews(letters(), minuteCounts, clock, () -> {});
    }

    /** Letters written to the store without events. */
    public List<LetterId> has(int count, String channel, LetterStatus status, Failure failure) {
        return Stream.generate(
                        () -> has(letter -> letter.from(channel).status(status).failedWith(failure)))
                .limit(count)
                .toList();
    }

    public LetterId has(UnaryOperator<LetterBuilder> letter) {
        return store.capture(List.of(letter.apply(new LetterBuilder(ids)).build()))
                .get(0)
                .id();
    }

    /** A letter as an application captures it, with events. */
    public void captures(String channel) {
        var unused = redrive.capture(FailedMessage.of(channel, Message.of("{}"), new IllegalStateException("odd")));
    }

    /** Something that was counted in this minute. */
    public void counted(String channel, MinuteCount.Measure measure, long count) {
        minuteCounts.add(
                List.of(new MinuteCount(clock.instant().truncatedTo(ChronoUnit.MINUTES), channel, measure, count)));
    }

    public LetterId nextId() {
        return ids.next();
    }

    /** The default thresholds. */
    public static List<AlertRule> usualRules() {
        return List.of(
                above(Subject.PENDING, 100, Severity.WARNING),
                above(Subject.FAILED, 10, Severity.ERROR),
                above(Subject.INGESTION_PER_MINUTE, 100, Severity.WARNING),
                above(Subject.BACKLOG, 10_000, Severity.CRITICAL),
                above(Subject.QUEUE_SIZE, 1000, Severity.WARNING),
                new AlertRule(
                        "rate", Subject.RESOLUTION_RATE, Comparison.BELOW, 0.5, Severity.WARNING, Optional.empty()));
    }

    private static AlertRule above(Subject subject, double threshold, Severity severity) {
        return new AlertRule(subject.name(), subject, Comparison.ABOVE, threshold, severity, Optional.empty());
    }

    public static Caller caller(String... channels) {
        return new Caller(
                "ann",
                Role.OPERATOR,
                "127.0.0.1",
                Stream.of(channels).map(Glob::new).toList());
    }

    /** A request of a caller who is limited to these channels, or to none. */
    public static MockHttpServletRequest requestBy(String... channels) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAttribute(Caller.class.getName(), caller(channels));
        return request;
    }

    @Override
    public void close() {
        redrive.close();
    }
}
