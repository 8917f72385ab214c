package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.StreamRecord;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.kafka.dialect.TranslatedRecord;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.streams.ReadRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final Originals originals = originals(redrive, true);

    private Originals originals(Redrive of, boolean mayBeRead) {
        return new Originals(
                of.intake(), Map.of("bootstrap.servers", SharedBroker.bootstrapServers()), letter -> mayBeRead, clock);
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
        died(redrive, original, key, head, WHOLE.length());
    }

    private void died(Redrive in, RecordMetadata original, String key, String head, int size) {
        String json = """
                {"id": "1", "originalTopic": "%s", "partition": 0, "offset": %d, "key": "%s", "payload": %s,
                 "originalTimestamp": "%s", "errorType": "java.net.SocketTimeoutException", "errorMessage": "slow",
                 "payloadTruncated": true, "payloadSize": %d}""".formatted(
                        topic,
                        original.offset(),
                        key,
                        dev.redrive.json.Json.quote(head),
                        Instant.ofEpochMilli(original.timestamp()),
                        size);
        StreamRecord arrival = TranslatedRecord.of(new ConsumerRecord<>(topic + ".dlq", 0, 0, null, bytes(json)))
                .orElseThrow()
                .record();
        in.intake().take(List.of(arrival), List.of(new ReadRange("stream", 0, 0, 1)));
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
    void what_is_gone_from_its_topic_stays_cut_and_is_looked_up_again_later() {
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

        try (Originals forbidden = originals(redrive, false)) {
            assertThat(forbidden.tick()).isZero();
        }
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    // Redacted letters

    private static final String CARD = "4111111111111111";
    private static final String PAID = "{\"card\": \"" + CARD + "\", \"items\": \"" + "x".repeat(20_000) + "\"}";
    private static final SealKeys KEYS =
            SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));
    private static final Redaction SEALED = Redaction.none().sealing("$.card").with(KEYS);

    private Redrive redacting(Redaction redaction) {
        return Redrive.on(store).redact(redaction).open();
    }

    private int tick(Redrive redacting) {
        try (Originals fetching = originals(redacting, true)) {
            return fetching.tick();
        }
    }

    @Test
    void a_beginning_that_was_sealed_is_compared_as_it_was() {
        Redrive redacting = redacting(SEALED);
        died(redacting, written("key", PAID), "key", PAID.substring(0, 1000), PAID.length());
        assertThat(letter().payload()).isEqualTo(Payload.of(Redaction.MASK));

        assertThat(tick(redacting)).isEqualTo(1);

        DeadLetter after = letter();
        assertThat(after.message().completeness()).isEqualTo(Completeness.WHOLE);
        assertThat(after.payload().text()).doesNotContain(CARD).contains("xxx");
        assertThat(new RedactionGate(SEALED).open(after).payload()).isEqualTo(Payload.of(PAID));
    }

    @Test
    void another_record_than_the_sealed_beginning_is_not_taken_for_it() {
        Redrive redacting = redacting(SEALED);
        died(redacting, written("key", PAID), "key", PAID.substring(0, 1000).replace('x', 'y'), PAID.length());

        List<String> lines =
                DeadLetterReaderTest.logged(() -> assertThat(tick(redacting)).isZero());

        assertThat(lines).anyMatch(line -> line.contains("is another record by now"));
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_beginning_of_which_values_were_removed_is_compared_after_the_same_was_removed_from_the_original() {
        Redrive redacting = redacting(Redaction.none().removingLike("card-number"));
        String text = "paid with " + CARD + " and " + "more ".repeat(1000);
        died(redacting, written("key", text), "key", text.substring(0, 100), text.length());
        assertThat(letter().payload().text()).startsWith("paid with ***");

        assertThat(tick(redacting)).isEqualTo(1);

        assertThat(letter().message().completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(letter().payload().text()).isEqualTo(text.replace(CARD, Redaction.MASK));
    }

    @Test
    void of_a_beginning_that_was_removed_whole_the_size_of_the_original_has_to_match() {
        Redrive redacting = redacting(Redaction.hiding("$.card"));
        died(redacting, written("key", PAID), "key", PAID.substring(0, 1000), PAID.length() + 1);
        assertThat(letter().payload()).isEqualTo(Payload.of(Redaction.MASK));

        assertThat(tick(redacting)).isZero();
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_beginning_that_was_removed_whole_is_completed_without_the_removed_values() {
        Redrive redacting = redacting(Redaction.hiding("$.card"));
        died(redacting, written("key", PAID), "key", PAID.substring(0, 1000), PAID.length());

        assertThat(tick(redacting)).isEqualTo(1);
        assertThat(letter().message().completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(letter().payload().text()).isEqualTo(PAID.replace(CARD, Redaction.MASK));
    }

    @Test
    void a_beginning_that_cannot_be_compared_is_not_called_another_record() {
        died(redacting(SEALED), written("key", PAID), "key", PAID.substring(0, 1000), PAID.length());

        List<String> lines =
                DeadLetterReaderTest.logged(() -> assertThat(originals.tick()).isZero());

        assertThat(lines)
                .anyMatch(line -> line.contains("cannot be compared"))
                .noneMatch(line -> line.contains("is another record"));
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_letter_whose_key_was_removed_is_not_completed_without_it() {
        Redrive redacting = redacting(Redaction.none().removingLike("card-number"));
        died(redacting, written(CARD, WHOLE), CARD, WHOLE.substring(0, 100), WHOLE.length());
        assertThat(letter().message().origin().key()).isNull();

        List<String> lines =
                DeadLetterReaderTest.logged(() -> assertThat(tick(redacting)).isZero());

        assertThat(lines)
                .anyMatch(line -> line.contains("has a key, and the letter has none"))
                .noneMatch(line -> line.contains("is another record"));
        assertThat(letter().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_store_that_is_away_is_two_lines_of_the_log_and_a_counter() {
        AtomicInteger refusals = new AtomicInteger(3);
        DeadLetterStore leaving = new ForwardingStore(store) {
            @Override
            public Page search(Query query) {
                if (refusals.getAndDecrement() > 0) throw new StoreUnavailable("away", new Exception("refused"));
                return super.search(query);
            }
        };
        AtomicInteger counted = new AtomicInteger();
        Redrive on = Redrive.on(leaving)
                .listen(event -> {
                    if (event.equals(new RedriveEvent.StoreFailed("ingest"))) counted.incrementAndGet();
                })
                .open();

        List<String> lines = DeadLetterReaderTest.logged(() -> {
            try (Originals fetching = originals(on, true)) {
                for (int i = 0; i < 5; i++) fetching.tick();
            }
        });

        assertThat(lines)
                .filteredOn(line -> line.contains("originals"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "cannot", "away"),
                        line -> assertThat(line).contains("INFO", "again"));
        assertThat(counted.get()).isEqualTo(3);
    }
}
