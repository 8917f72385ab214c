package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.Topics;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DlqPublisherJournalTest {
    private static final long ROOM = 50_000_000;
    /** What a producer that is new may take for its first record on a slow machine. */
    private static final Duration PATIENT = Duration.ofSeconds(6);

    private final KafkaBroker broker = KafkaBroker.start();
    private final Topics topics = new Topics(broker.bootstrapServers());

    @BeforeAll
    void warmUp() {
        topics.create("warm", 1, Map.of());
    }

    @AfterAll
    void close() {
        broker.close();
    }

    @BeforeEach
    void startAgain() {
        broker.startAgain();
    }

    @Test
    void what_the_broker_does_not_take_is_sent_in_order_when_it_is_back(@TempDir Path folder) {
        String topic = topics.family("orders", 1);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (DlqPublisher publisher = publisher(folder)
                .timeout(PATIENT)
                .meters(MicrometerDlqMeters.on(registry))
                .build()) {
            assertThat(publish(publisher, topic, 0, 10)).containsOnly(PublishResult.BY_BROKER);
            broker.kill();
            List<PublishResult> away = publish(publisher, topic, 10, 200);
            assertThat(away).containsOnly(PublishResult.IN_JOURNAL);
            assertThat(publisher.waiting()).isEqualTo(190);
            assertThat(count(registry, "dlq.publish.failure")).isEqualTo(190);

            broker.startAgain();
            publish(publisher, topic, 200, 210);
            Await.until("the journal is empty", () -> publisher.waiting() == 0);

            assertThat(publish(publisher, topic, 210, 220)).containsOnly(PublishResult.BY_BROKER);
            assertThat(count(registry, "dlq.publish.success")).isEqualTo(220);
        }

        assertThat(distinct(topic, 220)).isEqualTo(numbers(220));
    }

    @Test
    void what_is_on_its_way_when_the_broker_dies_is_not_lost(@TempDir Path folder) throws Exception {
        String topic = topics.family("orders", 1);
        List<CompletableFuture<PublishResult>> kept = new ArrayList<>();
        try (DlqPublisher publisher = publisher(folder).build()) {
            for (int i = 0; i < 3000; i++) {
                if (i == 1500) broker.kill();
                kept.add(publisher.publishAsync(FailedRecords.record(topic, "k", "" + i)));
            }
            for (CompletableFuture<PublishResult> one : kept)
                assertThat(one.get(60, TimeUnit.SECONDS)).isNotNull();
            assertThat(kept.get(2999).get()).isEqualTo(PublishResult.IN_JOURNAL);

            broker.startAgain();
            Await.until("the journal is empty", () -> publisher.waiting() == 0);
        }

        assertThat(distinct(topic, 3000)).containsExactlyInAnyOrderElementsOf(numbers(3000));
    }

    @Test
    void a_journal_survives_a_restart(@TempDir Path folder) throws IOException {
        String topic = topics.family("orders", 1);
        broker.kill();
        try (DlqPublisher publisher = publisher(folder).build()) {
            assertThat(publish(publisher, topic, 0, 50)).containsOnly(PublishResult.IN_JOURNAL);
        }
        Files.write(
                folder.resolve("dlq.journal"),
                new byte[] {0, 0, 1, 0, 5, 5},
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);

        try (DlqPublisher publisher = publisher(folder).build()) {
            assertThat(publisher.waiting()).isEqualTo(50);
            publish(publisher, topic, 50, 60);
            broker.startAgain();
            Await.until("the journal is empty", () -> publisher.waiting() == 0);
        }

        assertThat(distinct(topic, 60)).isEqualTo(numbers(60));
    }

    @Test
    void a_damaged_length_loses_nothing_that_is_behind_it(@TempDir Path folder) throws IOException {
        damage_of_one_record_costs_that_one_only(folder, 0);
    }

    @Test
    void a_damaged_record_loses_nothing_that_is_behind_it(@TempDir Path folder) throws IOException {
        damage_of_one_record_costs_that_one_only(folder, 100);
    }

    /** The damaged one is in the file that is kept. */
    private void damage_of_one_record_costs_that_one_only(Path folder, int place) throws IOException {
        String topic = topics.family("orders", 1);
        Path file = folder.resolve("dlq.journal");
        broker.kill();
        try (DlqPublisher publisher = publisher(folder).build()) {
            assertThat(publish(publisher, topic, 0, 5)).containsOnly(PublishResult.IN_JOURNAL);
        }
        byte[] journal = Files.readAllBytes(Files.exists(file) ? file : folder.resolve("dlq.journal.sending"));
        journal[8 + ByteBuffer.wrap(journal).getInt() + place] ^= 0x40;
        Files.deleteIfExists(folder.resolve("dlq.journal.sending"));
        Files.write(file, journal);

        try (DlqPublisher publisher = publisher(folder).build()) {
            assertThat(publisher.waiting()).isEqualTo(4);
            broker.startAgain();
            Await.until("the journal is empty", () -> publisher.waiting() == 0);
        }

        assertThat(distinct(topic, 4)).containsExactly("0", "2", "3", "4");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(each -> each.getFileName().toString().startsWith("dlq.journal.damaged-")))
                    .singleElement()
                    .satisfies(kept -> assertThat(kept).hasBinaryContent(journal));
        }
    }

    @Test
    void a_full_journal_is_reported(@TempDir Path folder) {
        String topic = topics.family("orders", 1);
        broker.kill();
        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                .journal(folder.resolve("dlq.journal"), 20_000)
                .timeout(Duration.ofSeconds(1))
                .build()) {
            FailedRecord large = FailedRecords.record(topic, "k", "p".repeat(9000));

            assertThat(publisher.publish(large)).isEqualTo(PublishResult.IN_JOURNAL);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 3; i++) publisher.publish(large);
                    })
                    .isInstanceOf(DlqPublishFailed.class)
                    .hasMessageContaining("full");
        }
    }

    @Test
    void without_a_journal_the_caller_gets_an_error_while_the_broker_is_away() {
        String topic = topics.family("orders", 1);
        broker.kill();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                .timeout(Duration.ofSeconds(1))
                .meters(MicrometerDlqMeters.on(registry))
                .build()) {
            assertThatThrownBy(() -> publisher.publish(FailedRecords.record(topic, "k", "x")))
                    .isInstanceOf(DlqPublishFailed.class)
                    .hasMessageContaining("was not published");
        }

        assertThat(count(registry, "dlq.publish.failure")).isEqualTo(1);
    }

    @Test
    void meters_that_fail_neither_lose_nor_double_a_record(@TempDir Path folder) {
        String topic = topics.family("orders", 1);
        BrokenMeters meters = new BrokenMeters();
        try (DlqPublisher publisher = publisher(folder).meters(meters).build()) {
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "0"))).isEqualTo(PublishResult.BY_BROKER);
            broker.kill();
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "1"))).isEqualTo(PublishResult.IN_JOURNAL);
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "2"))).isEqualTo(PublishResult.IN_JOURNAL);
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "3"))).isEqualTo(PublishResult.IN_JOURNAL);

            broker.startAgain();
            Await.until("the journal is empty", () -> publisher.waiting() == 0);

            assertThat(publisher.publish(FailedRecords.record(topic, "k", "4"))).isEqualTo(PublishResult.BY_BROKER);
        }
        assertThat(meters.calls).hasSize(8);
        assertThat(distinct(topic, 5)).isEqualTo(numbers(5));
        try (DlqPublisher next = publisher(folder).build()) {
            assertThat(next.waiting()).isZero();
        }
    }

    @Test
    void without_a_journal_the_caller_gets_the_error_of_a_record_that_a_failing_meter_counts() {
        String topic = topics.family("orders", 1);
        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                .topicOf(t -> t.equals("bad") ? "not a topic" : t + ".dlq")
                .meters(new BrokenMeters())
                .build()) {
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "0"))).isEqualTo(PublishResult.BY_BROKER);
            assertThatThrownBy(() -> publisher.publish(FailedRecords.record("bad", "k", "0")))
                    .isInstanceOf(DlqPublishFailed.class)
                    .hasMessageContaining("there is no journal");
        }
    }

    @Test
    void a_topic_that_takes_nothing_does_not_hold_up_others(@TempDir Path folder) {
        String topic = topics.family("orders", 1);
        try (DlqPublisher publisher = publisher(folder)
                .timeout(PATIENT)
                .topicOf(t -> t.equals("bad") ? "not a topic" : t + ".dlq")
                .build()) {
            assertThat(publisher.publish(FailedRecords.record("bad", "k", "0"))).isEqualTo(PublishResult.IN_JOURNAL);

            assertThat(publisher.publish(FailedRecords.record(topic, "k", "0"))).isEqualTo(PublishResult.BY_BROKER);
            broker.kill();
            assertThat(publisher.publish(FailedRecords.record(topic, "k", "1"))).isEqualTo(PublishResult.IN_JOURNAL);
            broker.startAgain();
            Await.until("all but one are sent", () -> publisher.waiting() == 1);
        }

        assertThat(distinct(topic, 2)).isEqualTo(numbers(2));
    }

    @Test
    void a_journal_belongs_to_one_publisher(@TempDir Path folder) {
        try (DlqPublisher first = publisher(folder).build()) {
            assertThat(first.waiting()).isZero();
            assertThatThrownBy(() -> publisher(folder).build())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("belongs to another");
        }
    }

    private DlqPublisher.Builder publisher(Path folder) {
        return DlqPublisher.on(topics.settings())
                .journal(folder.resolve("dlq.journal"), ROOM)
                .timeout(Duration.ofSeconds(2));
    }

    private static List<PublishResult> publish(DlqPublisher publisher, String topic, int from, int to) {
        List<CompletableFuture<PublishResult>> kept = new ArrayList<>();
        for (int i = from; i < to; i++) kept.add(publisher.publishAsync(FailedRecords.record(topic, "k", "" + i)));
        return kept.stream().map(CompletableFuture::join).toList();
    }

    private static double count(SimpleMeterRegistry registry, String meter) {
        return registry.get(meter).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** All of them, in the order of their first arrival: an acknowledgement that got lost makes a second copy. */
    private List<String> distinct(String topic, int count) {
        LinkedHashSet<String> payloads = new LinkedHashSet<>();
        int there = (int) Math.max(count, topics.count(topic + ".dlq"));
        topics.read(topic + ".dlq", there)
                .forEach(dead ->
                        payloads.add(String.valueOf(DlqRecord.of(dead.value()).payload())));
        return List.copyOf(payloads);
    }

    private static List<String> numbers(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) numbers.add("" + i);
        return numbers;
    }
}
