package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.StreamRecord;
import dev.redrive.contract.SettableClock;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.kafka.dialect.TranslatedRecord;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.streams.ReadRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OriginalsTest {
    private static final String WHOLE = "{\"items\": \"" + "x".repeat(300_000) + "\"}";

    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Redrive redrive = Redrive.on(store).open();
    private final RawTopic wire = new RawTopic(SharedBroker.bootstrapServers());
    private final String topic = RawTopic.fresh("orders");
    private final Originals originals = originals(true);

    private Originals originals(boolean mayBeRead) {
        return new Originals(
                redrive.intake(),
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                letter -> mayBeRead,
                clock);
    }

    @BeforeEach
    void a_topic() {
        wire.topic(topic, 1);
    }

    @AfterEach
    void close() {
        originals.close();
        redrive.close();
        wire.close();
    }

    private RecordMetadata written(String key, String value) {
        return RawTopic.await(wire.producer.send(new ProducerRecord<>(topic, 0, bytes(key), bytes(value))));
    }

    /** The publisher could keep its beginning only. */
    private void died(RecordMetadata original, String key, String head) {
        String json = """
                {"id": "1", "originalTopic": "%s", "partition": 0, "offset": %d, "key": "%s", "payload": %s,
                 "originalTimestamp": "%s", "errorType": "java.net.SocketTimeoutException", "errorMessage": "slow",
                 "payloadTruncated": true, "payloadSize": %d}""".formatted(
                        topic,
                        original.offset(),
                        key,
                        dev.redrive.json.Json.quote(head),
                        Instant.ofEpochMilli(original.timestamp()),
                        WHOLE.length());
        StreamRecord arrival = TranslatedRecord.of(new ConsumerRecord<>(topic + ".dlq", 0, 0, null, bytes(json)))
                .orElseThrow()
                .record();
        redrive.intake().take(List.of(arrival), List.of(new ReadRange("stream", 0, 0, 1)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private DeadLetter letter() {
        return new IngestFixture(store, topic).only();
    }

    @Test
    void a_cut_letter_is_whole_again_while_its_original_is_in_its_topic() {
        written("other", "{}");
        died(written("key", WHOLE), "key", WHOLE.substring(0, 16_384));
        DeadLetter before = letter();

        int whole = originals.tick();

        assertThat(before.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(before.message().completeness()).isEqualTo(Completeness.CUT);
        assertThat(whole).isEqualTo(1);
        DeadLetter after = letter();
        assertThat(after.payload()).isEqualTo(Payload.of(WHOLE));
        assertThat(after.message().completeness()).isEqualTo(Completeness.WHOLE);
        assertThat(after.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(after.tags()).doesNotContain("redrive-cut");
        assertThat(store.versions(after.id()))
                .extracting(version -> version.payload().size())
                .containsExactly(16_384, WHOLE.length());
        assertThat(originals.tick()).isZero();
    }

    @Test
    void another_record_at_its_place_is_not_taken_for_it() {
        RecordMetadata otherKey = written("other-key", WHOLE);
        died(otherKey, "key", WHOLE.substring(0, 100));

        assertThat(originals.tick()).isZero();
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_payload_that_begins_otherwise_is_not_taken_for_it() {
        died(written("key", WHOLE), "key", "{\"total\": 1");

        assertThat(originals.tick()).isZero();
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void what_is_gone_from_its_topic_stays_cut_and_is_asked_for_again_later() {
        RecordMetadata original = written("key", WHOLE);
        RawTopic.await(wire.admin
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(1)))
                .all());
        died(original, "key", WHOLE.substring(0, 100));

        assertThat(originals.tick()).isZero();
        clock.forward(Duration.ofDays(1));
        assertThat(originals.tick()).isZero();
        assertThat(letter().status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void a_topic_that_letters_may_not_go_back_to_is_not_read() {
        died(written("key", WHOLE), "key", WHOLE.substring(0, 100));

        try (Originals forbidden = originals(false)) {
            assertThat(forbidden.tick()).isZero();
        }
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }
}
