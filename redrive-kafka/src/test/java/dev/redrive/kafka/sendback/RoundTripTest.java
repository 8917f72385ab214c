package dev.redrive.kafka.sendback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole round trips of letters: from the engine to the topic, to a consumer, and back or not. */
class RoundTripTest {
    private static final String GROUP = "billing";
    private static final InstantSource CLOCK = InstantSource.system();

    private final TestCluster cluster = new TestCluster();
    private final ReturnProducer producer = new ReturnProducer(cluster.settings());
    private final String topic = cluster.topic(4);
    private final String deadLetterTopic = cluster.topic(1);
    private final KafkaConsumer<byte[], byte[]> consumer = cluster.consumer(Optional.of(GROUP));
    private final KafkaProducer<byte[], byte[]> deadLetters =
            new KafkaProducer<>(cluster.settings(), new ByteArraySerializer(), new ByteArraySerializer());
    private Redrive redrive = Redrive.open("memory:");
    private ManualReader reader = new ManualReader(cluster, redrive, deadLetterTopic);
    private Confirmer confirmer = confirmer();

    private void open(UnaryOperator<RedriveBuilder> choices) {
        close(redrive, confirmer);
        RedriveBuilder builder = Redrive.on(new InMemoryDeadLetterStore(CLOCK))
                .policy(Policy.of(Match.any(), new Ladder(List.of(Duration.ofMillis(1))))
                        .withMaxRetries(100));
        redrive = choices.apply(builder).open();
        reader = new ManualReader(cluster, redrive, deadLetterTopic);
        confirmer = confirmer();
        ReturnTopic route = ReturnTopic.toOriginal(AllowedTopics.of("kafka.send-to", topic));
        redrive.send("orders", new KafkaTarget(producer, route), TargetOptions.defaults());
        consumer.subscribe(List.of(topic));
    }

    private Confirmer confirmer() {
        ConfirmerOptions options = ConfirmerOptions.defaults().grace(Duration.ZERO);
        return new Confirmer(redrive.letters(), cluster.admin, reader, CLOCK, options);
    }

    private static void close(Redrive redrive, Confirmer confirmer) {
        confirmer.close();
        redrive.close();
    }

    @AfterEach
    void close() {
        close(redrive, confirmer);
        consumer.close();
        deadLetters.close();
        producer.close();
        cluster.close();
    }

    // The consumer

    private List<ConsumerRecord<byte[], byte[]>> received() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Await.until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            return !records.isEmpty();
        });
        return records;
    }

    private void processes() {
        received();
        consumer.commitSync();
    }

    /** As an error handler does: the record as it is into the dead letter topic, then the commit. */
    private void fails() throws Exception {
        for (ConsumerRecord<byte[], byte[]> record : received())
            deadLetters
                    .send(new ProducerRecord<>(deadLetterTopic, 0, record.key(), record.value(), record.headers()))
                    .get();
        consumer.commitSync();
    }

    // The letters

    private LetterId captured(long offset) {
        Origin origin = new Origin(topic, 3, offset, Payload.of("customer-1"), TestLetters.WRITTEN, GROUP, null);
        return redrive.capture(FailedMessage.of(
                        "orders", Message.of("order " + offset).with(origin), new SocketTimeoutException("no")))
                .id();
    }

    private DeadLetter letter(LetterId id) {
        return redrive.letters().find(id).orElseThrow();
    }

    private void awaitStatus(LetterId id, LetterStatus status) {
        Await.until(() -> letter(id).status() == status);
    }

    private void awaitResolved(LetterId id) {
        Await.until(() -> {
            confirmer.tick();
            return letter(id).status() == LetterStatus.RESOLVED;
        });
    }

    @Test
    void a_letter_that_its_consumer_processes_is_resolved() {
        open(UnaryOperator.identity());
        LetterId id = captured(7);
        awaitStatus(id, LetterStatus.REPLAYED);
        confirmer.tick();
        LetterStatus before = letter(id).status();

        processes();
        awaitResolved(id);

        assertThat(before).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letter(id).attempts()).extracting(Attempt::result).containsExactly(Attempt.Result.SENT);
    }

    @Test
    void a_letter_that_fails_again_is_the_same_letter_and_its_policy_decides() throws Exception {
        open(UnaryOperator.identity());
        LetterId id = captured(7);
        awaitStatus(id, LetterStatus.REPLAYED);

        fails();
        confirmer.tick();
        LetterStatus unread = letter(id).status();
        reader.readOn();
        Await.until(
                () -> letter(id).status() == LetterStatus.REPLAYED && letter(id).attempt() > 1);
        processes();
        awaitResolved(id);

        assertThat(unread).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letter(id).attempts())
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.SENT, Attempt.Result.CAME_BACK, Attempt.Result.SENT);
        assertThat(redrive.letters().count(Filter.all()).count()).isEqualTo(1);
    }

    @Test
    void after_the_maximum_of_round_trips_a_letter_is_manual() throws Exception {
        open(builder -> builder.maxRoundTrips(3));
        LetterId id = captured(7);

        for (int round = 0; round < 3; round++) {
            awaitStatus(id, LetterStatus.REPLAYED);
            fails();
            reader.readOn();
        }

        assertThat(letter(id).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(cluster.records(topic)).hasSize(3);
        assertThat(redrive.letters().count(Filter.all()).count()).isEqualTo(1);
        assertThat(letter(id).attempts())
                .extracting(Attempt::result)
                .filteredOn(result -> result == Attempt.Result.CAME_BACK)
                .hasSize(3);
    }

    @Test
    void in_an_ordered_channel_the_second_letter_waits_until_the_first_is_resolved() {
        open(builder -> builder.ordered("orders"));
        LetterId first = captured(7);
        LetterId second = captured(8);
        awaitStatus(first, LetterStatus.REPLAYED);
        confirmer.tick();
        LetterStatus meanwhile = letter(second).status();
        int written = cluster.records(topic).size();

        processes();
        awaitResolved(first);
        awaitStatus(second, LetterStatus.REPLAYED);

        assertThat(meanwhile).isEqualTo(LetterStatus.PENDING);
        assertThat(written).isEqualTo(1);
        assertThat(letter(second).receipt()).contains(new Receipt(topic, 3, 1, GROUP).text());
        assertThat(cluster.records(topic))
                .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                .containsExactly("order 7", "order 8");
    }
}
