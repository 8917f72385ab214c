package dev.redrive.kafka.retry;

import static dev.redrive.kafka.FailedRecords.bytes;
import static dev.redrive.kafka.FailedRecords.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.SettableClock;
import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.Topics;
import dev.redrive.kafka.publish.BrokenMeters;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.publish.MicrometerDlqMeters;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Encoding;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.record.Parked;
import dev.redrive.letter.Category;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.testing.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DlqRetryServiceTest {
    private static final Policies AT_ONCE = policies(Duration.ZERO, 5);

    private final Topics topics = Topics.shared();
    private final Queue<Parked> parked = new ConcurrentLinkedQueue<>();

    @Test
    void a_record_goes_back_as_it_was() {
        String topic = topics.family("orders", 1);
        byte[] payload = {1, (byte) 0xFF};
        RecordHeaders headers = new RecordHeaders();
        headers.add("traceparent", bytes("00-1"));
        headers.add("traceparent", new byte[] {(byte) 0xFF});
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        publish(FailedRecords.of(topic, 3, bytes("k"), payload, headers));

        try (DlqRetryService service =
                service(topic).meters(MicrometerDlqMeters.on(registry)).start()) {
            ConsumerRecord<byte[], byte[]> back = topics.readOne(topic);

            assertThat(back.value()).isEqualTo(payload);
            assertThat(text(back.key())).isEqualTo("k");
            String id = DlqRecord.of(topics.readOne(topic + ".dlq").value()).id();
            assertThat(names(back))
                    .containsExactly(
                            "traceparent=00-1",
                            "traceparent=\uFFFD",
                            "x-retry-count=1",
                            "redrive-idempotency-key=" + id,
                            "redrive-original-timestamp=" + FailedRecords.WRITTEN);
            Await.until(
                    "it is counted", () -> registry.find("dlq.retry.success").counter() != null);
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void a_large_record_goes_back_whole_and_is_parked_whole() {
        String topic = Topics.unique("orders");
        topics.create(topic, 1, Map.of("max.message.bytes", "3000000"));
        byte[] payload = bytes("{\"n\":\"1\"},".repeat(200_000));
        publish(FailedRecords.of(topic, 3, bytes("k"), payload, new RecordHeaders()));
        publish(
                FailedRecords.of(topic, 4, bytes("k"), payload, new RecordHeaders()),
                new IllegalArgumentException("bad"));

        try (DlqRetryService service =
                service(topic).policies(Policies.builtIn()).start()) {
            assertThat(topics.readOne(topic).value()).isEqualTo(payload);
            DlqRecord kept = DlqRecord.of(topics.readOne(topic + ".dlq.parked"));
            assertThat(kept.payloadBytes()).isEqualTo(payload);
            assertThat(kept.payloadTruncated()).isFalse();
            assertThat(kept.status()).isEqualTo(DlqStatus.DEAD);
            assertThat(topics.configuration(topic + ".dlq.parked")).containsEntry("retention.ms", "2592000000");
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void what_does_not_fit_where_it_is_parked_is_cut_and_says_so() {
        String topic = Topics.unique("orders");
        topics.create(topic + ".dlq", 1, Map.of());
        topics.create(topic + ".dlq.parked", 1, Map.of("max.message.bytes", "20000"));
        byte[] noise = new byte[100_000];
        new Random(7).nextBytes(noise);
        publish(
                FailedRecords.of(topic, 4, bytes("k"), noise, new RecordHeaders()),
                new IllegalArgumentException("bad"));
        topics.write(new ProducerRecord<>(topic + ".dlq", bytes("k"), noise));

        try (DlqRetryService service =
                service(topic).policies(Policies.builtIn()).start()) {
            List<ConsumerRecord<byte[], byte[]>> both = topics.read(topic + ".dlq.parked", 2);
            DlqRecord ours = DlqRecord.of(both.get(0));
            assertThat(ours.payloadTruncated()).isTrue();
            assertThat(ours.payloadSize()).isEqualTo(100_000L);
            assertThat(ours.payloadBytes()).hasSizeGreaterThan(10_000);
            assertThat(both.get(1).value()).hasSizeGreaterThan(10_000);
            assertThat(names(both.get(1))).contains("x-payload-cut=100000");
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void a_tombstone_goes_back_as_one() {
        String topic = topics.family("orders", 1);
        publish(FailedRecords.of(topic, 3, bytes("k"), null, new RecordHeaders()));

        try (DlqRetryService service = service(topic).start()) {
            assertThat(topics.readOne(topic).value()).isNull();
            assertThat(service.waiting()).isZero();
        }
    }

    @Test
    void a_report_that_a_record_was_processed_is_neither_sent_back_nor_parked() {
        String topic = topics.family("orders", 1);
        for (String status : List.of("RESOLVED", "dlq_archived"))
            topics.write(new ProducerRecord<>(topic + ".dlq", bytes("k"), bytes("""
                    {"id": "%s", "originalTopic": "%s", "errorType": "", "errorMessage": "", "status": "%s"}
                    """.formatted(status, topic, status))));
        write(topic, record(topic, "failed"));

        try (DlqRetryService service = service(topic).start()) {
            assertThat(text(topics.readOne(topic).value())).isEqualTo("failed");
            assertThat(topics.count(topic)).isEqualTo(1);
            assertThat(topics.count(topic + ".dlq.parked")).isZero();
            Await.until("all are committed", () -> service.waiting() == 0);
        }
    }

    @Test
    void fifty_round_trips_leave_the_same_headers() {
        String topic = topics.family("orders", 1);
        RecordHeaders headers = new RecordHeaders();
        headers.add("a", bytes("b"));
        publish(FailedRecords.of(topic, 3, bytes("k"), bytes("x"), headers));
        List<String> first = List.of();

        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                        .timeout(Duration.ofSeconds(30))
                        .build();
                DlqRetryService service =
                        service(topic).policies(policies(Duration.ZERO, 100)).start()) {
            for (int trip = 1; trip <= 50; trip++) {
                ConsumerRecord<byte[], byte[]> back = topics.read(topic, trip).get(trip - 1);
                List<String> now = names(back);
                assertThat(now).contains("x-retry-count=" + trip);
                if (trip == 1) first = now;
                now = now.stream()
                        .map(h -> h.startsWith("x-retry-count=") ? "x-retry-count=1" : h)
                        .toList();
                assertThat(now).isEqualTo(first);
                publisher.publish(new FailedRecord(back, FailedRecords.timeout(), "billing"));
            }
            assertThat(service.trouble()).isEmpty();
        }

        Set<String> ids = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> dead : topics.read(topic + ".dlq", 51))
            ids.add(DlqRecord.of(dead.value()).id());
        assertThat(ids).hasSize(1);
    }

    @Test
    void a_thousand_retries_count_to_a_thousand() {
        String topic = topics.family("orders", 1);
        RecordHeaders headers = new RecordHeaders();
        headers.add("x-retry-count", bytes("999"));
        publish(FailedRecords.of(topic, 3, bytes("k"), bytes("x"), headers));

        try (DlqRetryService service =
                service(topic).policies(policies(Duration.ZERO, 2000)).start()) {
            assertThat(names(topics.readOne(topic))).contains("x-retry-count=1000");
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void each_waits_for_its_own_time_and_blocks_no_other() {
        String topic = topics.family("orders", 1);
        SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
        write(topic, record(topic, "late").retryCount(2).at(clock.instant()));
        write(topic, record(topic, "soon").retryCount(1).at(clock.instant()));
        write(topic, record(topic, "now").retryCount(0).at(clock.instant()));
        Policies steps = new Policies(List.of(Policy.of(
                Match.any(), new Ladder(List.of(Duration.ZERO, Duration.ofMinutes(1), Duration.ofHours(1))))));

        try (DlqRetryService service =
                service(topic).policies(steps).clock(clock).start()) {
            assertThat(payloads(topic, 1)).containsExactly("now");
            Await.until("two wait", () -> service.waiting() == 2);
            clock.forward(Duration.ofMinutes(2));
            assertThat(payloads(topic, 2)).containsExactly("now", "soon");
            clock.forward(Duration.ofHours(1));
            assertThat(payloads(topic, 3)).containsExactly("now", "soon", "late");
        }
    }

    @Test
    void what_waited_before_a_restart_is_not_lost() {
        String topic = topics.family("orders", 1);
        SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
        write(topic, record(topic, "late").retryCount(1).at(clock.instant()));
        write(topic, record(topic, "now").retryCount(0).at(clock.instant()));
        Policies steps = new Policies(
                List.of(Policy.of(Match.any(), new Ladder(List.of(Duration.ZERO, Duration.ofMinutes(1))))));
        try (DlqRetryService service =
                service(topic).policies(steps).clock(clock).start()) {
            assertThat(payloads(topic, 1)).containsExactly("now");
            Await.until("one waits", () -> service.waiting() == 1);
        }

        clock.forward(Duration.ofMinutes(2));
        try (DlqRetryService service =
                service(topic).policies(steps).clock(clock).start()) {
            Await.until("it is back", () -> payloads(topic, 1).contains("late"));
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void what_cannot_be_retried_is_parked_and_reported() {
        String topic = topics.family("orders", 1);
        write(topic, record(topic, "exhausted").retryCount(5));
        write(topic, record(topic, "permanent").category(Category.VALIDATION));
        write(topic, record(topic, "manual").category(Category.UNKNOWN));
        write(topic, record(Topics.unique("secrets"), "foreign"));
        write(topic, record(topic, "cut").truncated());
        topics.write(new ProducerRecord<>(topic + ".dlq", bytes("k"), bytes("not ours")));
        topics.write(new ProducerRecord<>(topic + ".dlq", bytes("k"), null));

        try (DlqRetryService service =
                service(topic).policies(Policies.builtIn()).start()) {
            List<ConsumerRecord<byte[], byte[]>> records = topics.read(topic + ".dlq.parked", 7);
            Await.until("all are parked", () -> parked.size() == 7);

            assertThat(records.stream()
                            .map(r -> text(
                                    r.headers().lastHeader("x-parked-reason").value())))
                    .containsExactlyInAnyOrder(
                            "EXHAUSTED",
                            "PERMANENT",
                            "MANUAL",
                            "FOREIGN_TOPIC",
                            "PAYLOAD_CUT",
                            "UNREADABLE",
                            "UNREADABLE");
            assertThat(parked.stream().map(Parked::reason))
                    .containsExactlyInAnyOrder(
                            Parked.Reason.EXHAUSTED,
                            Parked.Reason.PERMANENT,
                            Parked.Reason.MANUAL,
                            Parked.Reason.FOREIGN_TOPIC,
                            Parked.Reason.PAYLOAD_CUT,
                            Parked.Reason.UNREADABLE,
                            Parked.Reason.UNREADABLE);
            assertThat(records).anySatisfy(r -> assertThat(r.value()).isEqualTo(bytes("not ours")));
            assertThat(records).anySatisfy(r -> assertThat(r.value()).isNull());
            assertThat(records.stream().filter(r -> r.value() != null && r.value()[0] == '{'))
                    .allSatisfy(
                            r -> assertThat(DlqRecord.of(r.value()).status()).isEqualTo(DlqStatus.DEAD));
            assertThat(topics.count(topic)).isZero();
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void what_is_parked_by_design_is_no_failed_retry() {
        String topic = topics.family("orders", 1);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        write(topic, record(topic, "permanent").category(Category.VALIDATION));
        write(topic, record(topic, "manual").category(Category.UNKNOWN));
        write(topic, record(topic, "exhausted").retryCount(5));

        try (DlqRetryService service = service(topic)
                .policies(Policies.builtIn())
                .meters(MicrometerDlqMeters.on(registry))
                .start()) {
            Await.until("all are parked", () -> parked.size() == 3);

            assertThat(registry.get("dlq.retry.failure").counter().count()).isEqualTo(1);
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void a_dead_letter_topic_is_not_taken_for_the_topic_it_belongs_to() {
        assertThatThrownBy(() -> DlqRetryService.on(topics.settings(), List.of("orders.dlq"))
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("orders.dlq is a dead letter topic")
                .hasMessageContaining("orders,");
    }

    @Test
    void meters_that_fail_neither_repeat_a_record_nor_silence_an_alert() {
        String topic = topics.family("orders", 1);
        for (int i = 0; i < 20; i++) write(topic, record(topic, "" + i));
        write(topic, record(topic, "exhausted").retryCount(5));

        try (DlqRetryService service = service(topic).meters(new BrokenMeters()).start()) {
            Await.until("it is parked", () -> parked.size() == 1);
            payloads(topic, 20);
            write(topic, record(topic, "last"));
            Await.until("the last is back", () -> payloads(topic, 21).contains("last"));

            assertThat(payloads(topic, 21)).hasSize(21);
            assertThat(topics.count(topic + ".dlq.parked")).isEqualTo(1);
            assertThat(service.trouble()).isEmpty();
        }
    }

    @Test
    void memory_is_bounded_and_all_are_sent_all_the_same() {
        String topic = topics.family("orders", 2);
        SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
        writeMany(topic, 2, 3000, clock.instant());

        try (DlqRetryService service = service(topic)
                .policies(policies(Duration.ofMinutes(1), 5))
                .clock(clock)
                .maxWaiting(1000, Long.MAX_VALUE)
                .start()) {
            Await.until("it is full", () -> service.waiting() >= 1000);
            assertThat(service.waiting()).isLessThanOrEqualTo(2000);
            clock.forward(Duration.ofMinutes(2));
            assertThat(payloads(topic, 3000)).containsExactlyInAnyOrderElementsOf(numbers(3000));
        }
    }

    @Test
    void two_share_the_work_and_a_rebalance_loses_nothing() {
        String topic = topics.family("orders", 4);
        writeMany(topic, 4, 2000, Instant.EPOCH);

        try (DlqRetryService first = service(topic).start()) {
            payloads(topic, 100);
            try (DlqRetryService second = service(topic).start()) {
                writeMany(topic, 4, 2000, Instant.EPOCH);
                payloads(topic, 3000);
                assertThat(second.trouble()).isEmpty();
            }
            Set<String> all = new HashSet<>(payloads(topic, 4000));
            assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(2000));
            assertThat(first.trouble()).isEmpty();
        }
    }

    @Test
    void one_that_dies_in_the_middle_loses_nothing() {
        String topic = topics.family("orders", 2);
        writeMany(topic, 2, 3000, Instant.EPOCH);
        DlqRetryService first = service(topic).start();
        payloads(topic, 10);
        first.crash();

        try (DlqRetryService second = service(topic).start()) {
            Await.until("all are back", () -> new HashSet<>(payloads(topic, 1)).size() == 3000);
            assertThat(second.trouble()).isEmpty();
        }

        List<ConsumerRecord<byte[], byte[]>> back = topics.read(topic, (int) topics.count(topic));
        Set<String> keys = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> each : back)
            keys.add(text(each.headers().lastHeader("redrive-idempotency-key").value()));
        assertThat(keys).hasSize(3000);
    }

    private DlqRetryService.Builder service(String topic) {
        return DlqRetryService.on(topics.settings(), List.of(topic))
                .group(topic)
                .policies(AT_ONCE)
                .onParked(parked::add);
    }

    private static Policies policies(Duration delay, int maxRetries) {
        return new Policies(
                List.of(Policy.of(Match.any(), new Ladder(List.of(delay))).withMaxRetries(maxRetries)));
    }

    private void publish(ConsumerRecord<byte[], byte[]> original) {
        publish(original, FailedRecords.timeout());
    }

    private void publish(ConsumerRecord<byte[], byte[]> original, Exception thrown) {
        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                .timeout(Duration.ofSeconds(30))
                .build()) {
            publisher.publish(new FailedRecord(original, thrown, "billing"));
        }
    }

    private void write(String topic, Draft draft) {
        topics.write(new ProducerRecord<>(topic + ".dlq", bytes("k"), draft.json()));
    }

    private void writeMany(String topic, int partitions, int count, Instant died) {
        topics.writeAll(Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> new ProducerRecord<>(
                        topic + ".dlq",
                        i % partitions,
                        bytes("k"),
                        record(topic, "" + i).at(died).json()))
                .toList());
    }

    private static Draft record(String topic, String payload) {
        return new Draft(topic, payload);
    }

    /** All there are by the time that so many are. */
    private List<String> payloads(String topic, int count) {
        int there = (int) Math.max(count, topics.count(topic));
        return topics.read(topic, there).stream().map(r -> text(r.value())).toList();
    }

    private static List<String> names(ConsumerRecord<byte[], byte[]> record) {
        List<String> names = new ArrayList<>();
        for (Header header : record.headers()) names.add(header.key() + "=" + text(header.value()));
        return names;
    }

    private static List<String> numbers(int count) {
        return Stream.iterate(0, i -> i + 1).limit(count).map(i -> "" + i).toList();
    }

    /** A builder of records of a dead letter topic. */
    private static final class Draft {
        private final String topic;
        private final String payload;
        private int retryCount;
        private Category category = Category.TIMEOUT;
        private Instant died = Instant.EPOCH;
        private boolean truncated;

        Draft(String topic, String payload) {
            this.topic = topic;
            this.payload = payload;
        }

        Draft retryCount(int count) {
            this.retryCount = count;
            return this;
        }

        Draft category(Category kind) {
            this.category = kind;
            return this;
        }

        Draft at(Instant time) {
            this.died = time;
            return this;
        }

        Draft truncated() {
            this.truncated = true;
            return this;
        }

        byte[] json() {
            return new DlqRecord(
                            "id-" + payload,
                            topic,
                            0,
                            1L,
                            "k",
                            payload,
                            Map.of(),
                            null,
                            died,
                            "E",
                            "no",
                            null,
                            null,
                            null,
                            retryCount,
                            DlqStatus.PENDING,
                            category,
                            Encoding.TEXT,
                            Encoding.TEXT,
                            truncated,
                            null)
                    .json();
        }
    }
}
