package dev.redrive.internal.retention;

import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Summary;
import dev.redrive.retention.RunResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRun;
import dev.redrive.testing.InMemoryArchive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A store with letters, an archive in memory, and runs of retention from one to the other. */
final class RetentionFixture {
    static final Duration YEAR = Duration.ofDays(365);
    static final RetentionRules RULES = RetentionRules.everywhere(Retention.defaults());
    private static final Duration MINUTE = Duration.ofMinutes(1);

    final SettableClock clock = SettableClock.standing();
    final DeadLetterStore store = new InMemoryDeadLetterStore(clock);
    final InMemoryArchive objects = new InMemoryArchive();
    final LetterArchive archive = new LetterArchive(objects, clock, new LetterIds(clock));
    final Events events = new Events();
    final List<RedriveEvent> seen = new CopyOnWriteArrayList<>();
    /** What runs take for the time that passes. */
    final AtomicLong nanos = new AtomicLong();

    private final LetterIds ids = new LetterIds(clock);

    RetentionFixture() {
        events.listen(seen::add);
    }

    LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    LetterId resolved(LetterBuilder letter) {
        LetterId id = captured(letter);
        Lease lease = ClaimedLetters.leased(store, id, "w", MINUTE).lease();
        store.settle(List.of(new Settlement(
                lease, Duration.ZERO, "ladder", new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null))));
        return id;
    }

    LetterId archived(LetterBuilder letter) {
        LetterId id = captured(letter);
        store.move(id, ManualMove.archive("ann", null));
        return id;
    }

    LetterId failed(LetterBuilder letter) {
        return captured(letter.status(LetterStatus.FAILED).failedWith(timeout()));
    }

    // Runs

    RetentionRunner runner(DeadLetterStore on, String node) {
        return new RetentionRunner(on, RULES, Optional.of(archive), events, node, nanos::get);
    }

    RetentionRunner runner() {
        return runner(store, "node-a");
    }

    RetentionRunner runnerWithoutArchive() {
        return new RetentionRunner(store, RULES, Optional.empty(), events, "node-a", nanos::get);
    }

    /** A run that must take place. */
    static RetentionRun run(RetentionRunner runner) {
        RunResult result = runner.run();
        assertThat(result).isInstanceOf(RunResult.Done.class);
        return ((RunResult.Done) result).run();
    }

    // What came of it

    List<LetterId> inStore() {
        return store.search(Query.newest(Filter.all(), Query.MAX_LIMIT)).items().stream()
                .map(Summary::id)
                .sorted()
                .toList();
    }

    /** The letters of all lines, as often as there are lines about them. */
    List<WholeLetter> lines() {
        List<WholeLetter> letters = new ArrayList<>();
        for (var object : archive.objects("dlq/"))
            archive.read(object, letters::add, problem -> assertThat(problem).isNull());
        return letters;
    }

    List<LetterId> inArchive() {
        return lines().stream().map(line -> line.letter().id()).sorted().toList();
    }

    <E extends RedriveEvent> List<E> events(Class<E> type) {
        return seen.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
