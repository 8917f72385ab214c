package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.cause.Fingerprint;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.testing.Await;
import dev.redrive.text.Glob;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The partitions of a month: made ahead, dropped with all their letters, or once they are empty. */
class PostgresMonthsTest {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Map<LetterStatus, ChannelTimes> AFTER_A_MONTH = Map.of(
            LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH),
            LetterStatus.ARCHIVED, ChannelTimes.everywhere(MONTH));

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final HikariDataSource pool = PostgresStores.freshPool();
    private final DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    private LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private LetterId archived(LetterBuilder letter) {
        LetterId id = captured(letter);
        store.move(id, ManualMove.archive("ann", null));
        return id;
    }

    // Whole months

    @Test
    void a_month_goes_whole_once_everything_in_it_is_past_its_time() {
        LetterId march = archived(aLetter());
        archived(aLetter().idempotent("k").tagged("t"));
        clock.forward(Duration.ofDays(40));
        LetterId april = captured(aLetter());

        clock.forward(Duration.ofDays(25));
        assertThat(store.removeWhole(AFTER_A_MONTH)).isEqualTo(2);

        assertThat(store.find(march)).isEmpty();
        assertThat(store.find(april)).isPresent();
        assertThat(store.tallies().byStatus().total()).isEqualTo(1);
        assertThat(tables()).doesNotContain("dlq_letter_2026_03", "dlq_settled_2026_03", "dlq_trace_2026_03");
        assertThat(tables()).contains("dlq_letter_2026_04");
        assertThat(store.capture(List.of(aLetter().idempotent("k").build()))
                        .get(0)
                        .isNew())
                .isTrue();
    }

    @Test
    void a_month_with_an_open_letter_stays() {
        LetterId closed = archived(aLetter());
        captured(aLetter());

        clock.forward(Duration.ofDays(4000));

        assertThat(store.removeWhole(AFTER_A_MONTH)).isZero();
        assertThat(store.find(closed)).isPresent();
        assertThat(tables()).contains("dlq_letter_2026_03");
    }

    @Test
    void a_month_with_a_letter_in_a_status_that_is_not_removed_stays() {
        LetterId letter = archived(aLetter());

        clock.forward(Duration.ofDays(4000));

        assertThat(store.removeWhole(Map.of(LetterStatus.RESOLVED, ChannelTimes.everywhere(MONTH))))
                .isZero();
        assertThat(store.find(letter)).isPresent();
    }

    @Test
    void a_month_with_a_letter_of_a_channel_that_keeps_it_for_longer_stays() {
        archived(aLetter().from("orders"));
        LetterId ledger = archived(aLetter().from("ledger"));
        ChannelTimes times = new ChannelTimes(MONTH, Map.of("ledger", Duration.ofDays(365)));

        clock.forward(Duration.ofDays(100));
        assertThat(store.removeWhole(Map.of(LetterStatus.ARCHIVED, times))).isZero();
        assertThat(store.find(ledger)).isPresent();

        clock.forward(Duration.ofDays(300));
        assertThat(store.removeWhole(Map.of(LetterStatus.ARCHIVED, times))).isEqualTo(2);
    }

    @Test
    void a_month_with_a_letter_of_a_channel_that_nobody_knew_stays_for_the_longest_time() {
        Retention years = new Retention(Duration.ofDays(3650), Duration.ofDays(3650), Duration.ofDays(3650));
        RetentionRules rules =
                new RetentionRules(Retention.defaults(), List.of(new ChannelRetention(new Glob("led*"), years)));
        ChannelTimes times = rules.times(LetterStatus.ARCHIVED, List.of("orders"));
        archived(aLetter().from("orders"));
        LetterId ledger = archived(aLetter().from("ledger"));

        clock.forward(Duration.ofDays(3000));
        assertThat(store.removeWhole(Map.of(LetterStatus.ARCHIVED, times))).isZero();
        assertThat(store.find(ledger)).isPresent();

        clock.forward(Duration.ofDays(1000));
        assertThat(store.removeWhole(Map.of(LetterStatus.ARCHIVED, times))).isEqualTo(2);
    }

    @Test
    void a_month_with_a_held_letter_stays() {
        archived(aLetter());
        LetterId held = archived(aLetter().from("ledger"));
        DeadLetter letter = store.find(held).orElseThrow();
        clock.forward(Duration.ofDays(100));

        for (HoldSubject subject :
                List.of(HoldSubject.letter(held), HoldSubject.channel("ledger"), HoldSubject.cause(letter.cause()))) {
            store.holds().place(new LegalHold(subject, "ann", "case 7", clock.instant()));

            assertThat(store.removeWhole(AFTER_A_MONTH)).as("%s", subject).isZero();

            store.holds().lift(subject);
        }
        assertThat(store.removeWhole(AFTER_A_MONTH)).isEqualTo(2);
    }

    /** As a backup does. */
    @Test
    void a_month_that_is_being_read_stays_for_now_and_its_letters_go_one_by_one() throws SQLException {
        LetterId march = archived(aLetter());
        clock.forward(Duration.ofDays(65));
        try (Connection other = pool.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE dlq_letter_2026_03 IN ACCESS SHARE MODE");

            assertThat(store.removeWhole(AFTER_A_MONTH)).isZero();
            assertThat(store.remove(due())).containsExactly(march);
            while (store.reclaim()) assertThat(tables()).contains("dlq_letter_2026_03");
            other.rollback();
        }

        assertThat(tables()).contains("dlq_letter_2026_03");
        assertThat(store.reclaim()).isTrue();
        assertThat(tables()).doesNotContain("dlq_letter_2026_03");
    }

    private List<DueLetter> due() {
        return store.due(LetterStatus.ARCHIVED, ChannelTimes.everywhere(MONTH), null, 100)
                .letters();
    }

    // Empty months

    @Test
    void a_month_that_is_over_goes_once_it_is_empty() {
        archived(aLetter());
        clock.forward(Duration.ofDays(65));
        LetterId may = captured(aLetter());

        store.remove(due());
        while (store.reclaim()) assertThat(store.find(may)).isPresent();

        assertThat(tables()).doesNotContain("dlq_letter_2026_03", "dlq_letter_2026_04");
        assertThat(tables()).contains("dlq_letter_2026_05");
    }

    @Test
    void a_letter_comes_back_into_a_month_that_another_node_dropped() {
        DeadLetter letter = store.find(archived(aLetter())).orElseThrow();
        clock.forward(Duration.ofDays(65));
        try (DeadLetterStore other = PostgresDeadLetterStore.in(pool, clock)) {
            assertThat(other.removeWhole(AFTER_A_MONTH)).isEqualTo(1);
        }
        Fingerprint cause = LetterBuilder.fingerprint(letter.failure());

        store.importAll(List.of(new ImportedLetter(letter, cause, cause, List.of(), null)));

        assertThat(store.find(letter.id())).isPresent();
    }

    // The months ahead

    @Test
    void the_months_ahead_are_made_while_letters_come_in() {
        clock.forward(Duration.ofDays(100));

        captured(aLetter());

        Await.until(() -> tables().contains("dlq_letter_2026_08"));
    }

    private List<String> tables() {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT tablename FROM pg_tables WHERE tablename LIKE 'dlq%'")) {
            while (rows.next()) names.add(rows.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }
}
