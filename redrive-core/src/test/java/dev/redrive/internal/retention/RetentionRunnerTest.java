package dev.redrive.internal.retention;

import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static dev.redrive.internal.retention.RetentionFixture.RULES;
import static dev.redrive.internal.retention.RetentionFixture.YEAR;
import static dev.redrive.internal.retention.RetentionFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Payload;
import dev.redrive.retention.RunResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.store.retention.RetentionRun;
import dev.redrive.text.Glob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionRunnerTest {
    private final RetentionFixture given = new RetentionFixture();

    // What a run does

    @Test
    void resolved_and_archived_letters_whose_time_is_over_go_to_the_archive() {
        LetterId resolved = given.resolved(given.aLetter());
        LetterId archived = given.archived(given.aLetter().failedWith(invalid()));
        DeadLetter asStored = given.store.find(resolved).orElseThrow();
        given.clock.forward(YEAR);

        RetentionRun run = run(given.runner());

        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).containsExactly(resolved, archived);
        assertThat(given.lines()).extracting(WholeLetter::letter).contains(asStored);
        assertThat(run.archived()).isEqualTo(2);
        assertThat(run.removed()).isEqualTo(2);
        assertThat(run.objects()).isEqualTo(2);
        assertThat(run.bytes())
                .isEqualTo(given.objects.objects().values().stream()
                        .mapToLong(content -> content.length)
                        .sum());
        assertThat(run.problem()).isNull();
    }

    @Test
    void letters_go_when_their_time_is_over_and_open_ones_never() {
        LetterId resolved = given.resolved(given.aLetter());
        LetterId archived = given.archived(given.aLetter());
        LetterId waiting = given.captured(given.aLetter());
        LetterId manual = given.captured(given.aLetter().status(LetterStatus.MANUAL));

        given.clock.forward(Duration.ofDays(30).minusMillis(1));
        run(given.runner());
        assertThat(given.inStore()).containsExactly(resolved, archived, waiting, manual);
        given.clock.forward(Duration.ofMillis(1));
        run(given.runner());
        assertThat(given.inStore()).containsExactly(archived, waiting, manual);
        given.clock.forward(YEAR.multipliedBy(10));
        run(given.runner());

        assertThat(given.inStore()).containsExactly(waiting, manual);
        assertThat(given.inArchive()).containsExactly(resolved, archived);
    }

    @Test
    void a_failed_letter_is_closed_first_and_goes_to_the_archive_a_year_later() {
        LetterId failed = given.failed(given.aLetter().from("ledger"));
        given.clock.forward(Duration.ofDays(90));

        RetentionRun closing = run(given.runner());

        DeadLetter closed = given.store.find(failed).orElseThrow();
        assertThat(closing.closed()).isEqualTo(1);
        assertThat(closing.removed()).isZero();
        assertThat(closed.status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(given.events(RedriveEvent.Moved.class))
                .containsExactly(new RedriveEvent.Moved("ledger", List.of(failed), Move.ARCHIVE, "retention"));
        assertThat(given.inArchive()).isEmpty();
        given.clock.forward(YEAR);
        run(given.runner());
        assertThat(given.inStore()).isEmpty();
        assertThat(given.lines()).extracting(WholeLetter::letter).containsExactly(closed);
    }

    @Test
    void a_channel_has_its_own_times() {
        Retention clicks = new Retention(Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(3));
        RetentionRules rules =
                new RetentionRules(Retention.defaults(), List.of(new ChannelRetention(new Glob("click*"), clicks)));
        LetterId usual = given.resolved(given.aLetter());
        given.resolved(given.aLetter().from("clicks"));
        LetterId failed = given.failed(given.aLetter().from("clicks"));
        LetterId failedAsUsual = given.failed(given.aLetter());
        given.clock.forward(Duration.ofDays(2));

        run(new RetentionRunner(
                given.store, rules, Optional.of(given.archive), given.events, "node-a", given.nanos::get));

        assertThat(given.inStore()).containsExactly(usual, failed, failedAsUsual);
        DeadLetter closed = given.store.find(failed).orElseThrow();
        assertThat(closed.status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(closed.state().resolution()).asString().contains("failed and left alone for 2 days");
        assertThat(given.store.find(failedAsUsual).orElseThrow().status()).isEqualTo(LetterStatus.FAILED);
    }

    /** As an import brings it. */
    @Test
    void an_old_letter_of_a_channel_that_is_new_while_the_run_begins_stays_for_its_own_time() {
        RetentionRules rules = new RetentionRules(
                Retention.defaults(),
                List.of(new ChannelRetention(
                        new Glob("led*"),
                        new Retention(YEAR.multipliedBy(10), YEAR.multipliedBy(10), YEAR.multipliedBy(10)))));
        given.resolved(given.aLetter());
        List<LetterId> ledger = new ArrayList<>();
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public Tallies tallies() {
                Tallies before = super.tallies();
                ledger.add(given.resolved(given.aLetter().from("ledger")));
                ledger.add(given.failed(given.aLetter().from("ledger")));
                given.clock.forward(YEAR);
                return before;
            }
        };

        RetentionRun run =
                run(new RetentionRunner(store, rules, Optional.empty(), given.events, "node-a", given.nanos::get));

        assertThat(run.removed()).isEqualTo(1);
        assertThat(run.closed()).isZero();
        assertThat(given.inStore()).isEqualTo(ledger);
    }

    @Test
    void without_an_archive_letters_are_deleted() {
        given.resolved(given.aLetter());
        given.archived(given.aLetter());
        given.clock.forward(YEAR);

        RetentionRun run = run(given.runnerWithoutArchive());

        assertThat(given.inStore()).isEmpty();
        assertThat(run.removed()).isEqualTo(2);
        assertThat(run.archived()).isZero();
        assertThat(given.objects.objects()).isEmpty();
    }

    @Test
    void a_run_that_ends_for_an_unknown_reason_is_recorded_with_it() {
        given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        DeadLetterStore broken = new ForwardingStore(given.store) {
            @Override
            public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
                throw new IllegalStateException("a bug");
            }
        };

        RetentionRun run = run(given.runner(broken, "node-a"));

        assertThat(run.problem()).contains("a bug");
        assertThat(given.store.retentionLog().runs(1)).containsExactly(run);
        assertThat(given.events(RedriveEvent.RetentionEnded.class)).hasSize(1);
    }

    @Test
    void an_archive_that_is_away_is_a_problem_also_when_nothing_is_due() {
        given.objects.goAway();

        RetentionRun run = run(given.runner());

        assertThat(run.problem()).isEqualTo("the archive is away");
    }

    @Test
    void a_run_is_recorded_and_published() {
        given.resolved(given.aLetter());
        given.resolved(given.aLetter());
        given.clock.forward(YEAR);

        RetentionRun run = run(given.runner());

        assertThat(run.node()).isEqualTo("node-a");
        assertThat(run.startedAt()).isEqualTo(given.clock.instant());
        assertThat(given.store.retentionLog().runs(10)).containsExactly(run);
        assertThat(given.store.retentionLog().running()).isEmpty();
        assertThat(given.events(RedriveEvent.RetentionEnded.class))
                .containsExactly(new RedriveEvent.RetentionEnded(run));
        assertThat(given.events(RedriveEvent.Expired.class)).containsExactly(new RedriveEvent.Expired(2));
    }

    @Test
    void held_letters_stay_until_the_hold_is_lifted() {
        HoldSubject ledger = HoldSubject.channel("ledger");
        LetterId resolved = given.resolved(given.aLetter().from("ledger"));
        LetterId failed = given.failed(given.aLetter().from("ledger"));
        given.resolved(given.aLetter());
        given.store.holds().place(new LegalHold(ledger, "ann", "case 7", given.clock.instant()));
        given.clock.forward(YEAR);

        RetentionRun run = run(given.runner());

        assertThat(run.held()).isEqualTo(2);
        assertThat(given.inStore()).containsExactly(resolved, failed);
        assertThat(given.store.find(failed).orElseThrow().status()).isEqualTo(LetterStatus.FAILED);
        given.store.holds().lift(ledger);
        assertThat(run(given.runner()).removed()).isEqualTo(1);
        assertThat(given.inStore()).containsExactly(failed);
    }

    @Test
    void letters_of_one_hour_and_error_type_are_one_object() {
        for (int i = 0; i < 40; i++) {
            given.archived(given.aLetter().failedWith(i % 2 == 0 ? timeout() : invalid()));
            if (i == 19) given.clock.forward(Duration.ofHours(1));
        }
        given.clock.forward(YEAR);

        RetentionRun run = run(given.runner());

        assertThat(run.objects()).isEqualTo(4);
        assertThat(given.objects.objects().keySet())
                .anyMatch(key -> key.startsWith("dlq/2026/03/02/10/java.net.SocketTimeoutException/"))
                .anyMatch(key -> key.startsWith("dlq/2026/03/02/11/com.acme.InvalidOrder/"));
    }

    // Changes meanwhile

    @Test
    void a_letter_that_changes_after_it_was_seen_is_not_archived() {
        LetterId id = given.archived(given.aLetter());
        LetterId other = given.archived(given.aLetter());
        given.clock.forward(YEAR);
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
                move(id, ManualMove.restore("ann"));
                return super.whole(ids, maxBytes);
            }
        };

        run(given.runner(store, "node-a"));

        assertThat(given.inStore()).containsExactly(id);
        assertThat(given.inArchive()).containsExactly(other);
    }

    @Test
    void a_letter_that_changes_while_it_is_archived_stays_and_its_newest_line_replaces_the_old_one() {
        LetterId id = given.archived(given.aLetter());
        given.clock.forward(YEAR);
        AtomicBoolean once = new AtomicBoolean();
        given.objects.beforeEachCall(() -> {
            if (once.compareAndSet(false, true)) return;
            given.store.move(id, ManualMove.restore("ann"));
            given.store.edit(id, 0, Edit.payload(Payload.of("edited"), "ann"));
        });

        run(given.runner());
        given.objects.beforeEachCall(() -> {});

        assertThat(given.inStore()).containsExactly(id);
        given.store.move(id, ManualMove.archive("ann", null));
        WholeLetter newest = given.store.whole(List.of(id), 1).get(0);
        given.clock.forward(YEAR);
        run(given.runner());
        assertThat(given.inStore()).isEmpty();
        assertThat(given.lines()).containsExactly(newest);
    }

    // What goes wrong

    @Test
    void nothing_leaves_the_store_while_the_archive_is_away() {
        LetterId id = given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        given.objects.goAway();

        RetentionRun run = run(given.runner());

        assertThat(run.problem()).contains("the archive is away");
        assertThat(run.removed()).isZero();
        assertThat(given.inStore()).containsExactly(id);
        assertThat(given.events(RedriveEvent.RetentionEnded.class)).hasSize(1);
        given.objects.comeBack();
        assertThat(run(given.runner()).problem()).isNull();
        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).containsExactly(id);
    }

    @Test
    void failed_letters_are_closed_also_while_the_archive_is_away() {
        given.failed(given.aLetter());
        given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        given.objects.goAway();

        assertThat(run(given.runner()).closed()).isEqualTo(1);
    }

    @Test
    void a_damaged_object_is_named_and_does_not_stop_the_run() {
        LetterId id = given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        String damaged = "dlq/2026/03/02/10/java.net.SocketTimeoutException/0.ndjson.zst";
        given.objects.objects().put(damaged, "no letters".getBytes(StandardCharsets.UTF_8));

        RetentionRun run = run(given.runner());

        assertThat(given.inStore()).isEmpty();
        assertThat(run.archived()).isEqualTo(1);
        assertThat(run.problem()).contains(damaged);
        given.objects.objects().remove(damaged);
        assertThat(given.inArchive()).containsExactly(id);
    }

    @Test
    void a_store_that_goes_away_ends_the_run_and_says_so() {
        LetterId id = given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public List<LetterId> remove(List<DueLetter> letters) {
                throw new StoreUnavailable("connection refused");
            }
        };

        RetentionRun run = run(given.runner(store, "node-a"));

        assertThat(run.problem()).contains("connection refused");
        assertThat(given.inStore()).containsExactly(id);
        assertThat(run(given.runner()).archived()).as("it is there already").isZero();
        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).containsExactly(id);
    }

    // One at a time

    @Test
    void another_node_does_not_run_it_meanwhile() {
        given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        RetentionRunner here = given.runner(given.store, "node-a");
        RetentionRunner there = given.runner(given.store, "node-b");
        List<RunResult> meanwhile = new ArrayList<>();
        given.objects.beforeEachCall(() -> {
            if (!meanwhile.isEmpty()) return;
            meanwhile.add(there.run());
            meanwhile.add(here.run());
        });

        run(here);

        assertThat(meanwhile).containsExactly(new RunResult.Busy("node-a"), new RunResult.Busy("node-a"));
        assertThat(run(there).node()).isEqualTo("node-b");
    }

    @Test
    void a_run_that_lost_its_lease_removes_nothing_more() {
        LetterId id = given.resolved(given.aLetter());
        given.clock.forward(YEAR);
        AtomicReference<@Nullable RunResult> there = new AtomicReference<>();
        given.objects.beforeEachCall(() -> {
            if (there.get() != null) return;
            given.clock.forward(Duration.ofMinutes(1));
            given.nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            assertThat(given.store.retentionLog().lease("node-b", Duration.ofMinutes(1)))
                    .isTrue();
            there.set(new RunResult.Busy("node-b"));
        });

        RetentionRun run = run(given.runner());

        assertThat(run.problem()).contains("lease");
        assertThat(given.inStore()).containsExactly(id);
        assertThat(given.runner().run()).isEqualTo(there.get());
    }

    @Test
    void a_lease_is_renewed_while_a_run_takes_its_time() {
        for (int i = 0; i < 1_200; i++) given.archived(given.aLetter());
        given.clock.forward(YEAR);
        DeadLetterStore slow = new ForwardingStore(given.store) {
            @Override
            public List<LetterId> remove(List<DueLetter> letters) {
                given.clock.forward(Duration.ofSeconds(10));
                given.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
                assertThat(retentionLog().running()).contains("node-a");
                return super.remove(letters);
            }
        };

        assertThat(run(given.runner(slow, "node-a")).removed()).isEqualTo(1_200);
    }

    @Test
    void a_run_ends_between_two_batches_when_its_process_stops() {
        for (int i = 0; i < 1_200; i++) given.archived(given.aLetter());
        given.clock.forward(YEAR);
        AtomicReference<@Nullable RetentionRunner> runner = new AtomicReference<>();
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public List<LetterId> remove(List<DueLetter> letters) {
                Optional.ofNullable(runner.get()).ifPresent(RetentionRunner::stop);
                return super.remove(letters);
            }
        };
        RetentionRunner stopping = given.runner(store, "node-a");
        runner.set(stopping);

        RetentionRun run = run(stopping);

        assertThat(run.removed()).isEqualTo(500);
        assertThat(run.problem()).contains("stopped");
        assertThat(given.store.retentionLog().running()).isEmpty();
        run(given.runner());
        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).hasSize(1_200).doesNotHaveDuplicates();
    }

    // Bounds

    @Test
    void letters_are_read_and_removed_in_small_parts() {
        for (int i = 0; i < 1_100; i++) given.archived(given.aLetter());
        given.clock.forward(YEAR);
        AtomicInteger mostRead = new AtomicInteger();
        AtomicInteger mostRemoved = new AtomicInteger();
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
                mostRead.accumulateAndGet(ids.size(), Math::max);
                assertThat(maxBytes).isLessThanOrEqualTo(8L * 1024 * 1024);
                return super.whole(ids, maxBytes);
            }

            @Override
            public List<LetterId> remove(List<DueLetter> letters) {
                mostRemoved.accumulateAndGet(letters.size(), Math::max);
                return super.remove(letters);
            }

            @Override
            public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
                assertThat(limit).isLessThanOrEqualTo(20_000);
                return super.due(status, times, after, limit);
            }
        };

        assertThat(run(given.runner(store, "node-a")).objects()).isEqualTo(1);

        assertThat(mostRead).hasValue(250);
        assertThat(mostRemoved).hasValue(500);
        assertThat(given.inArchive()).hasSize(1_100);
    }

    @Test
    void pages_that_cut_an_hour_in_two_lose_nothing() {
        List<LetterId> letters = IntStream.range(0, 25)
                .mapToObj(i -> given.archived(given.aLetter()))
                .toList();
        given.clock.forward(YEAR);
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
                return super.due(status, times, after, 10);
            }
        };

        assertThat(run(given.runner(store, "node-a")).objects()).isEqualTo(3);

        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).isEqualTo(letters);
    }

    @Test
    void whole_months_are_removed_unread_only_without_an_archive_and_space_is_given_back() {
        AtomicInteger wholeMonths = new AtomicInteger();
        AtomicInteger space = new AtomicInteger(3);
        DeadLetterStore store = new ForwardingStore(given.store) {
            @Override
            public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
                assertThat(times).containsOnlyKeys(LetterStatus.RESOLVED, LetterStatus.ARCHIVED);
                wholeMonths.incrementAndGet();
                return 7;
            }

            @Override
            public boolean reclaim() {
                return space.decrementAndGet() > 0;
            }
        };

        run(given.runner(store, "node-a"));
        assertThat(wholeMonths).hasValue(0);
        assertThat(space).hasValue(0);
        RetentionRun run =
                run(new RetentionRunner(store, RULES, Optional.empty(), given.events, "node-a", given.nanos::get));

        assertThat(wholeMonths).hasValue(1);
        assertThat(run.removed()).isEqualTo(7);
    }
}
