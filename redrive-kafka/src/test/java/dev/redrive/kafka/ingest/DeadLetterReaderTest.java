package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterReaderTest {
    private final RawTopic wire = new RawTopic(SharedBroker.bootstrapServers());
    private final String channel = RawTopic.fresh("orders");
    private final String topic = channel + ".dlq";
    private final DeadLetterStore memory = new InMemoryDeadLetterStore(InstantSource.system());

    @AfterEach
    void close() {
        wire.close();
    }

    @Test
    void every_record_becomes_one_letter() {
        wire.topic(topic, 3);
        wire.send(topic, 0, 2500);

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            awaitTaken(reader, 2500);

            assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(2500));
            TopicStatus status = reader.status().topics().get(0);
            assertThat(status.dialects()).containsExactly(Map.entry("bare", 2500L));
            assertThat(status.perSecond()).isPositive();
            Await.until(() -> reader.status().lag() == 0, reader::status);
            assertThat(reader.status().isWell()).isTrue();
        }
    }

    @Test
    void the_next_reader_goes_on_where_the_store_says_whatever_kafka_remembers(@TempDir Path folder) {
        wire.topic(topic, 2);
        wire.send(topic, 0, 500);
        IngestOptions options = options();
        String url = "sqlite:" + folder.resolve("redrive.db");
        try (Redrive redrive = Redrive.open(url);
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 500);
        }
        Map<TopicPartition, OffsetAndMetadata> wrong = Map.of(
                new TopicPartition(topic, 0), new OffsetAndMetadata(0),
                new TopicPartition(topic, 1), new OffsetAndMetadata(1_000_000));
        RawTopic.await(
                wire.admin.alterConsumerGroupOffsets(options.group(), wrong).all());
        wire.send(topic, 500, 700);

        try (Redrive redrive = Redrive.open(url);
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 200);

            assertThat(redrive.letters().count(Filter.all()).count()).isEqualTo(700);
        }
    }

    @Test
    void a_store_that_fails_in_the_middle_and_does_not_say_what_it_did_has_every_letter_once() {
        AtomicInteger calls = new AtomicInteger();
        DeadLetterStore moody = new ForwardingStore(memory) {
            @Override
            public IntakeResult ingest(Intake intake) {
                int call = calls.incrementAndGet();
                if (call % 4 == 2) throw new StoreException("failed before");
                IntakeResult taken = super.ingest(intake);
                if (call % 4 == 0) throw new StoreException("failed after");
                return taken;
            }
        };
        wire.topic(topic, 3);
        wire.send(topic, 0, 1500);

        try (Redrive redrive = Redrive.on(moody).open();
                DeadLetterReader reader = DeadLetterReader.start(
                        redrive.intake(), options().batch(100, 1 << 20), InstantSource.system())) {
            Await.until(() -> stored(memory).count() >= 1500, reader::status);
            wire.send(topic, 1500, 2000);
            Await.until(() -> stored(memory).count() >= 2000, reader::status);
        }

        assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(2000));
        assertThat(calls.get()).isGreaterThan(8);
    }

    @Test
    void while_the_store_is_away_records_wait_on_the_broker() {
        AtomicInteger away = new AtomicInteger(1);
        DeadLetterStore leaving = new ForwardingStore(memory) {
            @Override
            public IntakeResult ingest(Intake intake) {
                check();
                return super.ingest(intake);
            }

            @Override
            public Map<Integer, Long> positions(String stream) {
                check();
                return super.positions(stream);
            }

            private void check() {
                if (away.get() == 1) throw new StoreUnavailable("the store is away", new Exception("refused"));
            }
        };
        wire.topic(topic, 1);
        wire.send(topic, 0, 50);

        try (Redrive redrive = Redrive.on(leaving).open();
                DeadLetterReader reader = start(redrive)) {
            Await.until(() -> reader.status().storeError() != null, reader::status);
            assertThat(reader.status().storeError()).contains("the store is away");
            assertThat(reader.status().isWell()).isFalse();

            away.set(0);

            awaitTaken(reader, 50);
            assertThat(reader.status().storeError()).isNull();
            assertThat(reader.status().lastErrorAt()).isNotNull();
        }
        assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(50));
    }

    @Test
    void a_store_that_is_away_is_two_lines_of_the_log_and_a_counter() {
        AtomicInteger refusals = new AtomicInteger();
        DeadLetterStore leaving = new ForwardingStore(memory) {
            @Override
            public IntakeResult ingest(Intake intake) {
                if (refusals.incrementAndGet() <= 5) throw new StoreUnavailable("away", new Exception("refused"));
                return super.ingest(intake);
            }

            @Override
            public Map<Integer, Long> positions(String stream) {
                // A database that is read only answers this and refuses what is written.
                int count = refusals.get();
                if (count > 1 && count < 5) {
                    refusals.incrementAndGet();
                    throw new StoreUnavailable("away", new Exception("refused"));
                }
                return super.positions(stream);
            }
        };
        AtomicInteger counted = new AtomicInteger();
        wire.topic(topic, 1);
        wire.send(topic, 0, 50);

        List<String> lines = logged(() -> {
            try (Redrive redrive = Redrive.on(leaving)
                            .listen(event -> {
                                if (event.equals(new RedriveEvent.StoreFailed("ingest"))) counted.incrementAndGet();
                            })
                            .open();
                    DeadLetterReader reader = start(redrive)) {
                awaitTaken(reader, 50);
            }
        });

        assertThat(lines)
                .filteredOn(line -> line.contains("letters from Kafka"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "cannot", "away"),
                        line -> assertThat(line).contains("INFO", "again"));
        assertThat(counted.get()).isEqualTo(5);
    }

    /** What was logged meanwhile. Tests of a process run one after the other. */
    static List<String> logged(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return logged.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void readers_that_share_the_partitions_under_load_take_every_record_once() throws InterruptedException {
        wire.topic(topic, 6);
        IngestOptions options = options().batch(50, 1 << 20);
        Thread load = new Thread(() -> wire.send(topic, 0, 6000));
        load.start();

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader first = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            Await.until(() -> stored(memory).count() > 200, first::status);
            try (DeadLetterReader second = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
                Await.until(() -> taken(second) > 0 || stored(memory).count() >= 6000, second::status);
            }
            try (DeadLetterReader third = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
                load.join();
                wire.send(topic, 6000, 7000);
                Await.until(() -> stored(memory).count() >= 7000, third::status);
            }
        }

        assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(7000));
    }

    @Test
    void a_topic_that_is_deleted_is_forgotten_and_one_of_the_same_name_is_read_from_its_beginning() {
        wire.topic(topic, 1);
        wire.send(topic, 0, 100);

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            awaitTaken(reader, 100);
            RawTopic.await(wire.admin.deleteTopics(List.of(topic)).all());
            Await.until(() -> reader.status().topics().isEmpty(), reader::status);

            wire.topic(topic, 1);
            wire.send(topic, 100, 300);

            awaitTaken(reader, 200);
        }
        assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(300));
    }

    @Test
    void a_topic_that_is_recreated_between_two_discoveries_is_read_from_its_beginning() {
        wire.topic(topic, 1);
        wire.send(topic, 0, 100);

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = DeadLetterReader.start(
                        redrive.intake(), options().discoverEvery(Duration.ofSeconds(5)), InstantSource.system())) {
            awaitTaken(reader, 100);
            RawTopic.await(wire.admin.deleteTopics(List.of(topic)).all());
            Await.until(() -> !RawTopic.await(wire.admin.listTopics().names()).contains(topic), reader::status);
            wire.topic(topic, 1);
            wire.send(topic, 100, 300);

            Await.until(() -> stored(memory).count() >= 300, reader::status);
        }
        assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(300));
    }

    @Test
    void records_that_the_broker_removed_before_they_were_read_are_counted() {
        TopicPartition partition = new TopicPartition(wire.topic(topic, 1), 0);
        wire.send(topic, 0, 10);
        IngestOptions options = options();
        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 10);
        }
        wire.send(topic, 10, 100);
        RawTopic.await(wire.admin
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(60)))
                .all());

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 40);

            assertThat(reader.status().topics().get(0).missing()).isEqualTo(50);
            assertThat(reader.status().topics().get(0).lastErrorAt()).isNotNull();
        }
        assertThat(stored(memory).count()).isEqualTo(50);
    }

    @Test
    void transactions_that_were_given_up_leave_nothing_behind_and_no_lag() {
        wire.topic(topic, 1);
        try (KafkaProducer<byte[], byte[]> producer =
                        wire.producer(Map.of("transactional.id", RawTopic.fresh("transaction")));
                Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            producer.initTransactions();
            for (int i = 0; i < 10; i++) {
                transaction(producer, i).abortTransaction();
                transaction(producer, i).commitTransaction();
            }
            awaitTaken(reader, 10);
            transaction(producer, 10).abortTransaction();

            Await.until(() -> position().equals(Map.of(0, 42L)), reader::status);
            Await.until(() -> reader.status().lag() == 0, reader::status);
            assertThat(stored(memory).numbers()).isEqualTo(IngestFixture.upTo(10));
        }
    }

    private KafkaProducer<byte[], byte[]> transaction(KafkaProducer<byte[], byte[]> producer, int number) {
        producer.beginTransaction();
        byte[] value = String.valueOf(number).getBytes(StandardCharsets.UTF_8);
        RawTopic.await(producer.send(new ProducerRecord<>(topic, value)));
        return producer;
    }

    @Test
    void new_topics_are_found_and_only_chosen_ones_are_read() {
        String chosen = wire.topic(RawTopic.fresh("chosen") + "-dlt", 1);
        String other = wire.topic(RawTopic.fresh("other") + "-dlt", 2);
        wire.send(chosen, 0, 5);
        wire.send(other, 0, 7);
        IngestOptions options = new IngestOptions(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                TopicChoice.of(List.of("chosen*-dlt", "later*", "not.there")),
                RawTopic.fresh("group"),
                100,
                1 << 20,
                Duration.ofHours(1),
                Duration.ofMillis(200),
                Duration.ofMillis(200));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 5);
            String later = wire.topic(RawTopic.fresh("later"), 1);
            wire.send(later, 0, 3);
            awaitTaken(reader, 8);

            FoundTopic found = reader.status().found().stream()
                    .filter(t -> t.name().equals(other))
                    .findFirst()
                    .orElseThrow();
            assertThat(found.chosen()).isFalse();
            assertThat(found.partitions()).isEqualTo(2);
            assertThat(found.records()).isEqualTo(7);
            assertThat(status(reader, "not.there").error()).contains("UnknownTopicOrPartition");
            assertThat(reader.status().topics()).extracting(TopicStatus::topic).doesNotContain(other);
        }
        assertThat(memory.count(Filter.all()).count()).isEqualTo(8);
    }

    @Test
    void a_record_that_is_larger_than_a_batch_goes_alone() {
        wire.topic(topic, 1);
        byte[] large = new byte[900_000];
        RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, large)));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader =
                        DeadLetterReader.start(redrive.intake(), options().batch(10, 1000), InstantSource.system())) {
            awaitTaken(reader, 1);
        }
        DeadLetter letter = stored(memory).only();
        assertThat(letter.message().payload()).isEqualTo(Payload.of(large));
    }

    private static ProducerRecord<byte[], byte[]> timedOut(String to, long writtenAt) {
        byte[] value = "{}".getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> dead = new ProducerRecord<>(to, 0, writtenAt, value, value);
        dead.headers().add("kafka_dlt-exception-fqcn", text("java.net.SocketTimeoutException"));
        return dead;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void records_that_failed_long_ago_wait_for_a_person_and_are_counted() {
        wire.topic(topic, 1);
        long now = System.currentTimeMillis();
        RawTopic.await(
                wire.producer.send(timedOut(topic, now - Duration.ofHours(2).toMillis())));
        RawTopic.await(
                wire.producer.send(timedOut(topic, now - Duration.ofDays(700).toMillis())));
        RawTopic.await(
                wire.producer.send(timedOut(topic, now - Duration.ofMinutes(50).toMillis())));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            awaitTaken(reader, 3);

            assertThat(reader.status().tooOld()).isEqualTo(2);
            assertThat(stored(memory).letters())
                    .extracting(DeadLetter::status)
                    .containsExactly(LetterStatus.PENDING, LetterStatus.MANUAL, LetterStatus.MANUAL);
        }
    }

    @Test
    void old_records_that_would_wait_for_a_person_anyway_and_letters_that_are_known_are_not_counted_as_too_old() {
        wire.topic(topic, 1);
        long old = System.currentTimeMillis() - Duration.ofHours(2).toMillis();
        ProducerRecord<byte[], byte[]> unknown = new ProducerRecord<>(topic, 0, old, text("k"), text("{}"));
        unknown.headers().add("kafka_dlt-exception-fqcn", text("shop.Odd"));
        byte[] twice = text("""
                {"id": "1", "originalTopic": "%s", "payload": "{}", "errorType": "java.net.SocketTimeoutException",
                 "errorMessage": "Read timed out"}""".formatted(channel));
        RawTopic.await(wire.producer.send(timedOut(topic, old)));
        RawTopic.await(wire.producer.send(unknown));
        RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, 0, old, text("k"), text("bare"))));
        RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, 0, old, text("k"), twice)));
        RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, 0, old, text("k"), twice)));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            awaitTaken(reader, 5);

            assertThat(stored(memory).letters())
                    .hasSize(4)
                    .extracting(DeadLetter::status)
                    .containsOnly(LetterStatus.MANUAL);
            assertThat(reader.status().tooOld()).isEqualTo(2);
        }
    }

    @Test
    void what_was_parked_is_one_letter_with_the_record_it_came_from() {
        wire.topic(topic, 1);
        wire.topic(topic + ".parked", 1);
        long now = System.currentTimeMillis();
        RecordMetadata dead = RawTopic.await(wire.producer.send(timedOut(topic, now)));
        ProducerRecord<byte[], byte[]> parked = timedOut(topic + ".parked", now + 5);
        parked.headers().add("x-parked-reason", text("EXHAUSTED"));
        parked.headers().add("x-parked-from", text(topic + "/0/" + dead.offset() + "/" + now));
        RawTopic.await(wire.producer.send(parked));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            awaitTaken(reader, 2);

            DeadLetter letter = stored(memory).only();
            assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
            assertThat(letter.message().headers().list()).isEmpty();
        }
    }

    @Test
    void a_report_that_a_record_was_resolved_is_no_letter_and_is_not_read_again() {
        wire.topic(topic, 1);
        String resolved = """
                {"id": "1", "originalTopic": "%s", "partition": 0, "offset": 3, "errorType": "", "errorMessage": "",
                 "status": "RESOLVED"}""".formatted(channel);
        RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, text(resolved))));

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = start(redrive)) {
            Await.until(() -> position().equals(Map.of(0, 1L)), reader::status);
            wire.send(topic, 0, 1);
            awaitTaken(reader, 1);
            RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, text(resolved))));

            Await.until(() -> position().equals(Map.of(0, 3L)), reader::status);
            Await.until(() -> reader.status().lag() == 0, reader::status);
            assertThat(stored(memory).numbers()).containsExactly(0);
        }
    }

    @Test
    void its_position_is_committed_to_kafka_for_tools() {
        wire.topic(topic, 1);
        wire.send(topic, 0, 30);
        IngestOptions options = options();

        try (Redrive redrive = Redrive.on(memory).open();
                DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, InstantSource.system())) {
            awaitTaken(reader, 30);

            TopicPartition partition = new TopicPartition(topic, 0);
            Await.until(
                    () -> {
                        OffsetAndMetadata committed = RawTopic.await(wire.admin
                                        .listConsumerGroupOffsets(options.group())
                                        .partitionsToOffsetAndMetadata())
                                .get(partition);
                        return committed != null && committed.offset() == 30;
                    },
                    reader::status);
        }
    }

    private Map<Integer, Long> position() {
        var described = RawTopic.await(wire.admin.describeTopics(Set.of(topic)).allTopicNames());
        Uuid id = described.values().iterator().next().topicId();
        return memory.positions(FoundTopic.stream(id, topic));
    }

    private IngestFixture stored(DeadLetterStore store) {
        return new IngestFixture(store, channel);
    }

    private DeadLetterReader start(Redrive redrive) {
        return DeadLetterReader.start(redrive.intake(), options(), InstantSource.system());
    }

    private IngestOptions options() {
        return IngestOptions.defaults(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                        TopicChoice.of(List.of(channel + "*")))
                .group(RawTopic.fresh("group"))
                .discoverEvery(Duration.ofMillis(200))
                .backOff(Duration.ofMillis(200));
    }

    private static long taken(DeadLetterReader reader) {
        return reader.status().topics().stream().mapToLong(TopicStatus::taken).sum();
    }

    private static void awaitTaken(DeadLetterReader reader, long count) {
        Await.until(() -> taken(reader) >= count, reader::status);
        assertThat(taken(reader)).isEqualTo(count);
    }

    private static TopicStatus status(DeadLetterReader reader, String topic) {
        return reader.status().topics().stream()
                .filter(t -> t.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }
}
