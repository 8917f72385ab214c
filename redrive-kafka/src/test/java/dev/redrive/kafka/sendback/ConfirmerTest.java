package dev.redrive.kafka.sendback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Resolution;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfirmerTest {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final TopicPartition DEAD = new TopicPartition("orders.dlq", 0);

    private final TestCluster cluster = new TestCluster();
    private final SentLetters letters = new SentLetters(cluster);
    private final Confirmer confirmer = letters.confirmer(cluster, ConfirmerOptions.defaults());
    private String topic = "";

    @BeforeEach
    void a_topic() {
        topic = cluster.topic(1);
    }

    @AfterEach
    void close() {
        confirmer.close();
        letters.close();
        cluster.close();
    }

    // When a letter is resolved

    @Test
    void a_letter_is_resolved_when_its_group_is_past_it_and_it_did_not_come_back() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
        Resolution resolution = letters.letter(id).state().resolution();
        assertThat(resolution).isNotNull();
        assertThat(resolution.by()).isEqualTo("kafka");
        assertThat(resolution.how()).isEqualTo(Resolution.How.AUTOMATIC_RETRY);
        assertThat(done.confirmed()).isEqualTo(1);
        assertThat(done.trouble()).isNull();
    }

    @Test
    void a_group_that_stands_before_the_letter_has_not_processed_it() {
        letters.sent(topic);
        LetterId second = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(second)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done.confirmed()).isEqualTo(1);
        assertThat(done.waiting()).isEqualTo(1);
    }

    @Test
    void commits_of_another_group_confirm_nothing() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 0);
        cluster.commit("shipping", topic, 0, 1);
        letters.clock.forward(GRACE);

        confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
    }

    @Test
    void a_letter_has_its_time_of_grace_to_come_back() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);

        letters.clock.forward(GRACE.minusMillis(1));
        confirmer.tick();
        LetterStatus before = letters.status(id);
        letters.clock.forward(Duration.ofMillis(1));
        confirmer.tick();

        assertThat(before).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void in_a_sequence_the_next_letter_need_not_wait_for_the_time_of_grace() {
        try (Confirmer ordered =
                letters.confirmer(cluster, ConfirmerOptions.defaults().inOrder("orders"::equals))) {
            LetterId id = letters.sent(topic);
            ordered.tick();
            LetterStatus before = letters.status(id);
            cluster.commit("billing", topic, 0, 1);

            ordered.tick();

            assertThat(before).isEqualTo(LetterStatus.REPLAYED);
            assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
        }
    }

    // Retry topics

    @Test
    void a_letter_that_may_be_in_a_retry_topic_is_not_resolved() {
        String first = retryTopic("-retry-1000");
        String second = retryTopic("-retry-10000");
        LetterId id = letters.sent(topic);
        cluster.send(first);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        confirmer.tick();
        LetterStatus inTheFirst = letters.status(id);
        cluster.send(second);
        cluster.commit("billing-retry-1000", first, 0, 1);
        confirmer.tick();
        LetterStatus inTheSecond = letters.status(id);
        cluster.commit("billing-retry-10000", second, 0, 1);
        confirmer.tick();

        assertThat(List.of(inTheFirst, inTheSecond)).containsOnly(LetterStatus.REPLAYED);
        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void others_that_fill_a_retry_topic_meanwhile_do_not_hold_a_letter_up_for_ever() {
        String retry = retryTopic("-retry-0");
        cluster.send(retry);
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        confirmer.tick();

        cluster.send(retry);
        cluster.commit("billing-retry-0", retry, 0, 1);
        confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void retry_topics_are_known_by_their_names_and_stand_in_their_order() {
        Set<String> names = Set.of(
                "orders", "orders-retry-10", "orders-retry-9", "orders-retry", "orders-retry-x", "big-orders-retry-1");

        assertThat(RetryTopics.of("orders", names))
                .containsExactly("orders-retry", "orders-retry-9", "orders-retry-10");
    }

    private String retryTopic(String suffix) {
        cluster.create(topic + suffix, 1);
        return topic + suffix;
    }

    // Coming back

    @Test
    void nothing_is_resolved_before_the_dead_letter_topics_are_read() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        letters.deadLetterTopics.ends.put(DEAD, 5L);
        letters.deadLetterTopics.read.put(DEAD, 4L);

        Confirmations waiting = confirmer.tick();
        LetterStatus before = letters.status(id);
        letters.deadLetterTopics.read.put(DEAD, 5L);
        confirmer.tick();

        assertThat(before).isEqualTo(LetterStatus.REPLAYED);
        assertThat(waiting.unread()).isEqualTo("orders.dlq-0 is read up to 4, not up to 5 yet");
        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_letter_that_is_found_while_they_are_read_is_not_resolved() {
        LetterId id = letters.sent(topic);
        LetterId other = letters.sent(topic);
        cluster.commit("billing", topic, 0, 2);
        letters.clock.forward(GRACE);
        letters.deadLetterTopics.ends.put(DEAD, 1L);

        confirmer.tick();
        letters.comesBack(id);
        letters.deadLetterTopics.read.put(DEAD, 1L);
        confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.MANUAL);
        assertThat(letters.status(other)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_letter_that_came_back_and_was_sent_again_begins_anew() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        letters.deadLetterTopics.ends.put(DEAD, 1L);

        confirmer.tick();
        letters.comesBack(id);
        letters.redrive.letters().retry(id, "test");
        letters.deadLetterTopics.read.put(DEAD, 1L);
        confirmer.tick();
        letters.clock.forward(GRACE);
        confirmer.tick();

        assertThat(letters.receipt(id).offset()).isEqualTo(1);
        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
    }

    @Test
    void a_letter_that_is_sent_again_while_it_is_judged_is_not_resolved_by_its_old_receipt() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        letters.beforeMove = () -> {
            letters.comesBack(id);
            letters.redrive.letters().retry(id, "test");
        };

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letters.receipt(id).offset()).isEqualTo(1);
        assertThat(done.confirmed()).isZero();
    }

    @Test
    void dead_letters_that_keep_coming_do_not_hold_it_up() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        for (long round = 1; round <= 3; round++) {
            letters.deadLetterTopics.ends.put(DEAD, 10 * round);
            letters.deadLetterTopics.read.put(DEAD, 10 * round - 5);
            confirmer.tick();
        }

        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_dead_letter_topic_that_is_deleted_is_not_waited_for() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        letters.deadLetterTopics.ends.put(DEAD, 5L);

        confirmer.tick();
        letters.deadLetterTopics.ends.clear();
        confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
    }

    // What cannot be known

    @Test
    void a_letter_whose_group_is_not_known_stays_and_is_counted() {
        LetterId id = letters.sent(Message.of("1").with(Origin.of(topic, 0, 1)));
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done.withoutGroup()).isEqualTo(1);
    }

    @Test
    void a_group_that_has_never_been_there_is_counted() {
        LetterId id = letters.sent(topic);
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done.missing()).isEqualTo(1);
    }

    @Test
    void letters_of_a_deleted_topic_stay_and_are_counted() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);
        cluster.delete(topic);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done.missing()).isEqualTo(1);
    }

    @Test
    void a_topic_that_was_made_again_and_is_shorter_does_not_have_the_letter() {
        LetterId id = letters.sent(topic);
        cluster.delete(topic);
        cluster.create(topic, 1);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done.missing()).isEqualTo(1);
    }

    @Test
    void a_topic_that_was_made_again_and_filled_does_not_have_the_letter() {
        LetterId id = letters.sent(topic);
        confirmer.tick();
        cluster.delete(topic);
        cluster.create(topic, 1);
        letters.clock.forward(GRACE);
        confirmer.tick();
        LetterId later = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letters.status(later)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(done.missing()).isEqualTo(1);
    }

    @Test
    void what_other_targets_have_sent_is_left_alone() {
        letters.redrive.send("queue", letter -> new Target.Delivery.Sent("amqp:1"), TargetOptions.defaults());
        LetterId id = letters.redrive
                .capture(FailedMessage.of("queue", Message.of("1"), new NumberFormatException("no")))
                .id();
        letters.redrive.letters().retry(id, "test");
        letters.clock.forward(GRACE);

        Confirmations done = confirmer.tick();

        assertThat(letters.status(id)).isEqualTo(LetterStatus.REPLAYED);
        assertThat(done).isEqualTo(new Confirmations(letters.clock.instant(), 0, 0, 0, 0, null, null));
    }

    // Many letters, many nodes

    @Test
    void many_letters_are_looked_at_a_few_at_a_time() {
        for (int i = 0; i < 4; i++) letters.sent(Message.of("1").with(Origin.of(topic, 0, 1)));
        List<LetterId> sent = new ArrayList<>();
        for (int i = 0; i < 7; i++) sent.add(letters.sent(topic));
        cluster.commit("billing", topic, 0, 10);
        letters.clock.forward(GRACE);

        try (Confirmer few =
                letters.confirmer(cluster, ConfirmerOptions.defaults().atOnce(3))) {
            Confirmations done = few.tick();
            assertThat(done.confirmed()).isZero();
            for (int i = 0; i < 3; i++) done = few.tick();

            assertThat(done.confirmed()).isEqualTo(6);
            assertThat(done.waiting()).isEqualTo(1);
            assertThat(done.withoutGroup()).isEqualTo(4);
        }
        assertThat(sent.subList(0, 6)).allMatch(id -> letters.status(id) == LetterStatus.RESOLVED);
    }

    @Test
    void several_nodes_may_look_at_once() {
        for (int i = 0; i < 50; i++) letters.sent(topic);
        cluster.commit("billing", topic, 0, 50);
        letters.clock.forward(GRACE);

        try (Confirmer second = letters.confirmer(cluster, ConfirmerOptions.defaults())) {
            CompletableFuture<Confirmations> there = CompletableFuture.supplyAsync(second::tick);
            Confirmations here = confirmer.tick();

            assertThat(here.confirmed() + there.join().confirmed()).isEqualTo(50);
        }
    }

    @Test
    void it_looks_by_itself_until_it_is_closed() {
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        try (Confirmer busy =
                letters.confirmer(cluster, ConfirmerOptions.defaults().every(Duration.ofMillis(20)))) {
            busy.start();
            Await.until(() -> letters.status(id) == LetterStatus.RESOLVED);
            Await.until(() -> busy.status().confirmed() == 1);
        }
    }
}
