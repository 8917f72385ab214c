package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertLog.Firing;
import dev.redrive.alert.AlertLog.Turn;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the alert log of every store must hold. */
public abstract class AlertLogContract extends BookContract<AlertLog> {
    private static final Duration QUIET = Duration.ofMinutes(5);

    @Override
    protected AlertLog bookOf(DeadLetterStore store) {
        return store.alerts();
    }

    private Turn turnAt(long minute, boolean holds) {
        AlertLog node = minute % 2 == 0 ? book : other;
        return node.turn("pending", holds, minutes(minute), QUIET);
    }

    @Test
    void a_rule_speaks_once_when_it_begins_and_once_when_it_ended() {
        assertThat(turnAt(0, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(1, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(59, true)).as("long after the quiet time").isEqualTo(Turn.NOTHING);
        assertThat(turnAt(60, false)).isEqualTo(Turn.SEND_ENDED);
        assertThat(turnAt(61, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(62, true)).isEqualTo(Turn.SEND);
    }

    @Test
    void a_rule_that_begins_again_in_the_quiet_time_speaks_when_that_is_over() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(1, false)).isEqualTo(Turn.SEND_ENDED);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(4, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(5, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(6, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(7, false)).isEqualTo(Turn.SEND_ENDED);
    }

    @Test
    void a_rule_that_was_not_announced_sends_nothing_when_it_ended() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(1, false)).isEqualTo(Turn.SEND_ENDED);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(3, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(6, false)).as("it no longer holds").isEqualTo(Turn.NOTHING);
        assertThat(turnAt(7, true)).isEqualTo(Turn.SEND);
    }

    @Test
    void an_undelivered_alert_is_sent_again_after_the_quiet_time() {
        Instant announced = minutes(1).plusNanos(1_999_999);
        assertThat(book.turn("pending", true, announced, QUIET)).isEqualTo(Turn.SEND);

        other.undelivered("pending", announced);

        assertThat(turnAt(5, true)).isEqualTo(Turn.NOTHING);
        assertThat(book.firing()).extracting(Firing::since).containsExactly(announced.truncatedTo(ChronoUnit.MILLIS));
        assertThat(turnAt(7, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(13, true)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void an_undelivered_alert_ends_without_a_message() {
        assertThat(turnAt(1, true)).isEqualTo(Turn.SEND);

        book.undelivered("pending", minutes(1));

        assertThat(turnAt(2, false)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void only_the_last_message_can_be_taken_back() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(1, false)).isEqualTo(Turn.SEND_ENDED);
        assertThat(turnAt(6, true)).isEqualTo(Turn.SEND);

        book.undelivered("pending", minutes(0));
        book.undelivered("unknown", minutes(0));

        assertThat(turnAt(20, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(21, false)).isEqualTo(Turn.SEND_ENDED);
        book.undelivered("pending", minutes(6));
        assertThat(turnAt(22, false)).isEqualTo(Turn.NOTHING);
        assertThat(book.firing()).isEmpty();
    }

    @Test
    void rules_do_not_disturb_each_other() {
        assertThat(book.turn("pending orders", true, T, QUIET)).isEqualTo(Turn.SEND);
        assertThat(book.turn("pending payments 🦊", true, T, QUIET)).isEqualTo(Turn.SEND);
        assertThat(book.turn("pending orders", false, T, QUIET)).isEqualTo(Turn.SEND_ENDED);
        assertThat(book.turn("pending payments 🦊", true, T, QUIET)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void exactly_one_of_many_reports_the_begin_and_one_the_end() throws Exception {
        for (int round = 0; round < 10; round++) {
            Instant begin = minutes(20L * round);
            Instant end = begin.plus(QUIET);

            List<Turn> began = allAtOnce(mine -> mine.turn("pending", true, begin, QUIET));
            List<Turn> ended = allAtOnce(mine -> mine.turn("pending", false, end, QUIET));

            assertThat(Collections.frequency(began, Turn.SEND)).isEqualTo(1);
            assertThat(Collections.frequency(began, Turn.NOTHING)).isEqualTo(THREADS - 1);
            assertThat(Collections.frequency(ended, Turn.SEND_ENDED)).isEqualTo(1);
            assertThat(Collections.frequency(ended, Turn.NOTHING)).isEqualTo(THREADS - 1);
        }
    }

    @Test
    void exactly_one_of_many_begins_a_rule_that_is_new() throws Exception {
        for (int round = 0; round < 10; round++) {
            String rule = "new cause " + round;

            List<Turn> began = allAtOnce(mine -> mine.turn(rule, true, T, QUIET));

            assertThat(Collections.frequency(began, Turn.SEND)).isEqualTo(1);
        }
    }

    @Test
    void the_rules_that_hold_are_known_with_their_beginning() {
        assertThat(book.firing()).isEmpty();
        book.turn("later", true, minutes(2), QUIET);
        book.turn("earlier", true, minutes(1).plusNanos(1_999_999), QUIET);
        book.turn("over", true, T, QUIET);
        book.turn("over", false, minutes(1), QUIET);
        book.turn("never", false, T, QUIET);
        book.turn("later", true, minutes(9), QUIET);

        assertThat(other.firing())
                .containsExactly(new Firing("earlier", minutes(1).plusMillis(1)), new Firing("later", minutes(2)));
    }

    // Snoozes

    private static AlertSnooze snooze(String key, long from, long until) {
        return new AlertSnooze(key, "ann", "the bank is down", minutes(from), minutes(until));
    }

    @Test
    void a_rule_that_begins_in_a_snooze_is_announced_when_the_snooze_is_over() {
        book.snoozedTurn("pending", true, minutes(1));
        other.snoozedTurn("pending", true, minutes(2));

        assertThat(book.firing()).containsExactly(new Firing("pending", minutes(1)));
        assertThat(turnAt(3, true)).isEqualTo(Turn.SEND);
        assertThat(turnAt(4, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(5, false)).isEqualTo(Turn.SEND_ENDED);
    }

    @Test
    void a_rule_that_was_announced_before_a_snooze_is_announced_again_after_it() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.SEND);
        other.snoozedTurn("pending", true, minutes(1));

        assertThat(turnAt(2, true))
                .as("within the quiet time of its last message")
                .isEqualTo(Turn.NOTHING);
        assertThat(book.firing()).containsExactly(new Firing("pending", T));
        assertThat(turnAt(5, true)).isEqualTo(Turn.SEND);
    }

    @Test
    void a_rule_that_ends_in_a_snooze_sends_nothing() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.SEND);
        other.snoozedTurn("pending", false, minutes(1));

        assertThat(book.firing()).isEmpty();
        assertThat(turnAt(2, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(9, true)).isEqualTo(Turn.SEND);
    }

    @Test
    void a_rule_that_never_held_is_not_remembered_because_of_a_snooze() {
        book.snoozedTurn("pending", false, minutes(1));

        assertThat(other.firing()).isEmpty();
        assertThat(turnAt(2, true)).isEqualTo(Turn.SEND);
    }

    @Test
    void a_snooze_is_known_to_every_node_until_its_time_has_come() {
        AlertSnooze whole = snooze("pending", 0, 60);
        AlertSnooze odd = new AlertSnooze(
                "pending/a/b c\u20ac'\"%*",
                "bob 🦊", null, T.plusNanos(1_999_999), minutes(30).plusNanos(1_999_999));
        book.snooze(whole);
        book.snooze(odd);

        assertThat(odd.until()).isEqualTo(minutes(30).plusMillis(1));
        assertThat(other.snoozes(minutes(1))).containsExactly(whole, odd);
        assertThat(other.snoozes(minutes(30))).containsExactly(whole, odd);
        assertThat(other.snoozes(minutes(30).plusMillis(1))).containsExactly(whole);
        assertThat(book.snoozes(minutes(60))).isEmpty();
    }

    @Test
    void a_later_snooze_replaces_the_one_before() {
        book.snooze(snooze("pending", 0, 60));
        AlertSnooze shorter = new AlertSnooze("pending", "bob", null, minutes(1), minutes(10));

        other.snooze(shorter);

        assertThat(book.snoozes(minutes(2))).containsExactly(shorter);
    }

    @Test
    void a_snooze_can_be_ended_once_and_before_its_time() {
        AlertSnooze snooze = snooze("pending \0", 0, 60);
        AlertSnooze another = snooze("failed", 0, 60);
        book.snooze(snooze);
        book.snooze(another);

        assertThat(other.endSnooze("pending \0")).contains(snooze);
        assertThat(book.endSnooze("pending \0")).isEmpty();
        assertThat(book.snoozes(T)).containsExactly(another);
    }

    @Test
    void snoozes_that_are_over_are_deleted_with_the_next_one() {
        book.snooze(snooze("over", 0, 10));
        book.snooze(snooze("lasts", 0, 11));

        other.snooze(snooze("pending", 10, 60));

        assertThat(book.snoozes(T)).extracting(AlertSnooze::key).containsExactly("lasts", "pending");
    }

    @Test
    void of_many_that_snooze_at_once_one_stays() throws Exception {
        for (int round = 0; round < 10; round++) {
            String rule = "rule " + round;

            List<AlertSnooze> tried = allAtOnce(mine -> {
                AlertSnooze own = new AlertSnooze(rule, Thread.currentThread().getName(), null, T, minutes(60));
                mine.snooze(own);
                return own;
            });

            assertThat(book.snoozes(T)).hasSize(round + 1);
            assertThat(tried).contains(book.snoozes(T).get(round));
        }
    }

    // Messages

    private static AlertMessage message(String id, Delivery... deliveries) {
        return new AlertMessage(
                id,
                "pending > 100",
                "orders",
                "warning",
                AlertMessage.Kind.STARTED,
                "it began",
                T,
                List.of(deliveries));
    }

    @Test
    void a_message_is_read_as_it_was_kept() {
        AlertMessage message = new AlertMessage(
                "m-1",
                "failed > 10",
                null,
                "error",
                AlertMessage.Kind.ENDED,
                "over 🦊 \"quoted\"\n",
                T.plusNanos(1_234_567),
                List.of(
                        new Delivery("slack", false, 3, "503: \"💥\" \\ \u0001 \0"),
                        new Delivery("email", true, 1, null),
                        new Delivery("webhook", true, 2, "")));

        book.save(message);

        assertThat(other.messages(10, Optional.empty())).containsExactly(message);
        assertThat(message.at()).isEqualTo(T.plusMillis(1));
    }

    @Test
    void a_message_with_the_same_id_takes_the_place_of_the_first() {
        book.save(message("m-1", new Delivery("email", false, 1, "timed out")));
        AlertMessage delivered = message("m-1", new Delivery("email", true, 2, null));

        other.save(delivered);

        assertThat(book.messages(10, Optional.empty())).containsExactly(delivered);
    }

    @Test
    void messages_are_read_newest_first_page_by_page() {
        for (int i = 1; i <= 5; i++) book.save(message("m-" + i, new Delivery("email", true, i, null)));
        book.save(message("m-0"));

        List<AlertMessage> first = book.messages(4, Optional.empty());
        List<AlertMessage> second = book.messages(4, Optional.of("m-2"));

        assertThat(first).extracting(AlertMessage::id).containsExactly("m-5", "m-4", "m-3", "m-2");
        assertThat(first)
                .allSatisfy(m ->
                        assertThat(m.id()).endsWith("" + m.deliveries().get(0).tries()));
        assertThat(second).extracting(AlertMessage::id).containsExactly("m-1", "m-0");
        assertThat(book.messages(4, Optional.of("m-0"))).isEmpty();
        assertThat(book.messages(4, Optional.of("no message has this id \0"))).isEqualTo(first);
    }
}
