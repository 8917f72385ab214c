package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.Topics;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.retry.DlqRetryService;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** A reader that is turned on after a retry service has worked on the same topics. */
class RetryServiceRoundTripsTest {
    private static final int TRIPS = 3;

    private final Topics topics = Topics.shared();
    private final DeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());

    @Test
    void all_records_of_a_message_that_was_parked_after_round_trips_are_one_letter_that_waits_for_a_person() {
        String topic = topics.family("orders", 1);
        failAgainAndAgain(topic, "first");
        failAgainAndAgain(topic, "second");

        try (Redrive redrive = Redrive.on(store).open();
                DeadLetterReader reader =
                        DeadLetterReader.start(redrive.intake(), options(topic), InstantSource.system())) {
            Await.until(() -> taken(reader) == 2 * (TRIPS + 2), reader::status);

            List<DeadLetter> letters = new IngestFixture(store, topic).letters();
            assertThat(letters)
                    .extracting(letter -> letter.payload().text())
                    .containsExactlyInAnyOrder("first", "second");
            assertThat(letters).allSatisfy(letter -> {
                assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
                assertThat(letter.tags()).contains("parked");
                assertThat(letter.retryCount()).isEqualTo(TRIPS);
            });
        }
    }

    /** The consumer fails each time, until the retry service parks the record. */
    private void failAgainAndAgain(String topic, String payload) {
        int before = (int) topics.count(topic);
        int parked = (int) topics.count(topic + ".dlq.parked");
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        try (DlqPublisher publisher = DlqPublisher.on(topics.settings())
                        .timeout(Duration.ofSeconds(30))
                        .build();
                DlqRetryService service = DlqRetryService.on(topics.settings(), List.of(topic))
                        .group(topic)
                        .policies(atOnce())
                        .start()) {
            ConsumerRecord<byte[], byte[]> failing = FailedRecords.of(topic, 3, bytes, bytes, new RecordHeaders());
            for (int trip = 1; trip <= TRIPS; trip++) {
                publisher.publish(new FailedRecord(failing, FailedRecords.timeout(), "billing"));
                failing = topics.read(topic, before + trip).get(before + trip - 1);
            }
            publisher.publish(new FailedRecord(failing, FailedRecords.timeout(), "billing"));
            topics.read(topic + ".dlq.parked", parked + 1);
            assertThat(service.trouble()).isEmpty();
        }
    }

    private static long taken(DeadLetterReader reader) {
        return reader.status().topics().stream().mapToLong(TopicStatus::taken).sum();
    }

    private static Policies atOnce() {
        return new Policies(List.of(
                Policy.of(Match.any(), new Ladder(List.of(Duration.ZERO))).withMaxRetries(TRIPS)));
    }

    private IngestOptions options(String topic) {
        return IngestOptions.defaults(topics.settings(), TopicChoice.of(List.of(topic + ".dlq*")))
                .group(RawTopic.fresh("group"))
                .discoverEvery(Duration.ofMillis(200));
    }
}
