package dev.redrive;

import static dev.redrive.contract.LetterBuilder.invalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.archive.Archive;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.store.retention.RetentionRun;
import dev.redrive.store.retention.SettledCount;
import dev.redrive.testing.InMemoryArchive;
import dev.redrive.text.Glob;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetentionRunsTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final AtomicInteger counted = new AtomicInteger();
    private final ForwardingStore store = new ForwardingStore(new InMemoryDeadLetterStore(clock)) {
        @Override
        public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
            counted.incrementAndGet();
            return super.settledCounts(statuses);
        }
    };
    private final InMemoryArchive archive = new InMemoryArchive();

    private LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private LetterId archived(String channel) {
        LetterId id = captured(new LetterBuilder(ids).from(channel));
        store.move(id, ManualMove.archive("ann", null));
        return id;
    }

    private LetterId failed(String channel) {
        return captured(
                new LetterBuilder(ids).from(channel).failedWith(invalid()).status(LetterStatus.FAILED));
    }

    private Redrive redrive() {
        return Redrive.on(store).archive(archive).open();
    }

    private static RetentionRun ran(RunResult result) {
        return ((RunResult.Done) result).run();
    }

    @Test
    void a_report_says_what_is_due_and_what_will_be_within_a_week() {
        archived("orders");
        archived("orders");
        failed("ledger");
        clock.forward(Duration.ofDays(3));
        failed("ledger");
        clock.forward(Duration.ofDays(2));
        failed("ledger");
        clock.forward(Duration.ofDays(365 - 5));
        failed("orders");
        clock.forward(Duration.ofDays(85));
        try (Redrive redrive = redrive()) {
            RetentionReport report = redrive.retention().report();

            assertThat(report.due())
                    .containsExactly(
                            new DueCount(LetterStatus.FAILED, "ledger", TODAY.plusDays(90), 1),
                            new DueCount(LetterStatus.FAILED, "ledger", TODAY.plusDays(93), 1),
                            new DueCount(LetterStatus.FAILED, "ledger", TODAY.plusDays(95), 1),
                            new DueCount(LetterStatus.ARCHIVED, "orders", TODAY.plusDays(365), 2));
            assertThat(report.dueLetters()).isEqualTo(5);
            assertThat(report.soon())
                    .containsExactly(new DueCount(LetterStatus.FAILED, "orders", TODAY.plusDays(455), 1));
            assertThat(report.runs()).isEmpty();
            assertThat(report.runningOn()).isEmpty();
            assertThat(report.nextRun()).contains(clock.instant().plusSeconds(60));
        }
    }

    @Test
    void counts_are_taken_once_a_minute_and_after_each_run() {
        archived("orders");
        clock.forward(Duration.ofDays(400));
        try (Redrive redrive = redrive()) {
            redrive.retention().report();
            assertThat(redrive.retention().report().dueLetters()).isEqualTo(1);
            assertThat(counted).hasValue(1);
            clock.forward(Duration.ofMinutes(1));
            redrive.retention().report();
            assertThat(counted).hasValue(2);

            redrive.retention().run();

            assertThat(redrive.retention().report().dueLetters()).isZero();
        }
    }

    @Test
    void a_preview_counts_what_a_run_would_do_and_changes_nothing() {
        archived("orders");
        archived("orders");
        failed("ledger");
        LetterId held = archived("ledger");
        store.holds().place(new LegalHold(HoldSubject.letter(held), "ann", "case 7", clock.instant()));
        clock.forward(Duration.ofDays(400));
        archived("orders");
        try (Redrive redrive = redrive()) {
            RunResult.Preview preview = redrive.retention().preview();

            assertThat(preview.letters())
                    .containsExactly(
                            new RunResult.PreviewCount(LetterStatus.FAILED, "ledger", 1),
                            new RunResult.PreviewCount(LetterStatus.ARCHIVED, "orders", 2));
            assertThat(preview.held()).isEqualTo(1);
            assertThat(store.tallies().byStatus().total()).isEqualTo(5);
            assertThat(archive.objects()).isEmpty();
            RetentionRun run = ran(redrive.retention().run());
            assertThat(run.closed() + run.removed()).isEqualTo(preview.total());
            assertThat(redrive.retention().report().runs()).containsExactly(run);
            assertThat(redrive.retention().report().holds()).isEqualTo(1);
        }
    }

    @Test
    void channels_have_times_of_their_own() {
        archived("clicks");
        archived("orders");
        Retention clicks = new Retention(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1));
        RetentionRules rules =
                new RetentionRules(Retention.defaults(), List.of(new ChannelRetention(new Glob("click*"), clicks)));
        clock.forward(Duration.ofDays(1));
        try (Redrive redrive =
                Redrive.on(store).archive(archive).retention(rules).open()) {
            assertThat(redrive.retention().rules()).contains(rules);
            assertThat(redrive.retention().report().due())
                    .containsExactly(new DueCount(LetterStatus.ARCHIVED, "clicks", TODAY.plusDays(1), 1));
            assertThat(ran(redrive.retention().run()).archived()).isEqualTo(1);
        }
    }

    @Test
    void letters_that_are_kept_for_ever_are_never_due() {
        archived("orders");
        clock.forward(Duration.ofDays(10_000));
        try (Redrive redrive = Redrive.on(store).keepForever().open()) {
            assertThat(redrive.retention().rules()).isEmpty();
            assertThat(redrive.retention().report().due()).isEmpty();
            assertThat(redrive.retention().report().nextRun()).isEmpty();
            assertThat(redrive.retention().preview()).isEqualTo(new RunResult.Preview(List.of(), 0));
            assertThatThrownBy(() -> redrive.retention().run()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void the_archive_is_closed_with_the_queue() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Archive noted = (Archive) Proxy.newProxyInstance(
                Archive.class.getClassLoader(), new Class<?>[] {Archive.class}, (proxy, method, args) -> {
                    calls.add(method.getName());
                    return switch (method.getName()) {
                        case "address" -> "memory:";
                        case "list" -> List.of();
                        default -> null;
                    };
                });

        Redrive.on(store).archive(noted).open().close();

        assertThat(calls).endsWith("close").containsOnlyOnce("close");
    }
}
