package dev.redrive.kafka.publish;

import static dev.redrive.kafka.FailedRecords.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.classify.Classifier;
import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.record.RecordInHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutgoingRecordTest {
    private final RecordMaker maker = new RecordMaker(
            new Classifier(List.of()), topic -> topic + ".dlq", "shop", () -> Instant.parse("2026-01-01T00:00:00Z"));

    @Test
    void each_form_is_smaller_and_the_payload_is_cut_last() {
        byte[] payload = bytes("{\"n\":\"ä\"},".repeat(20_000));
        OutgoingRecord outgoing = outgoing(bytes("k"), payload);
        boolean cut = false;
        int wholeForms = 1;

        Optional<OutgoingRecord> next = outgoing.smaller();
        while (next.isPresent()) {
            assertThat(next.get().size()).isLessThan(outgoing.size());
            outgoing = next.get();
            DlqRecord record = read(outgoing);
            if (!outgoing.cut) {
                assertThat(cut).isFalse();
                assertThat(record.payloadTruncated()).isFalse();
                assertThat(record.payloadBytes()).isEqualTo(payload);
                wholeForms++;
            } else {
                assertThat(record.payloadTruncated()).isTrue();
                assertThat(record.payloadSize()).isEqualTo(payload.length);
            }
            cut = outgoing.cut;
            assertThat(record.id()).isNotEmpty();
            assertThat(record.keyBytes()).isEqualTo(bytes("k"));
            assertThat(record.errorMessage()).isEqualTo("Read timed out");
            next = outgoing.smaller();
        }

        assertThat(cut).isTrue();
        assertThat(wholeForms).isGreaterThanOrEqualTo(3);
        assertThat(outgoing.size()).isLessThan(4000);
    }

    @Test
    void whatever_the_limit_is_a_record_keeps_to_it_or_is_as_small_as_can_be() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            byte[] payload = new byte[random.nextInt(60_000)];
            if (random.nextBoolean()) random.nextBytes(payload);
            RecordHeaders headers = new RecordHeaders();
            headers.add("own", new byte[random.nextInt(10_000)]);
            int limit = 4000 + random.nextInt(80_000);

            OutgoingRecord fitting = maker.make(new FailedRecord(
                            FailedRecords.of("orders", 5, bytes("k"), payload, headers),
                            FailedRecords.timeout(),
                            "billing"))
                    .fitting(limit);

            assertThat(fitting.size()).isLessThanOrEqualTo(limit);
            if (!fitting.cut) assertThat(read(fitting).payloadBytes()).isEqualTo(payload);
        }
    }

    @Test
    void a_tombstone_with_large_headers_stays_one() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("large", bytes("h".repeat(9000)));

        OutgoingRecord fitting = maker.make(new FailedRecord(
                        FailedRecords.of("orders", 5, bytes("k"), null, headers), FailedRecords.timeout(), "billing"))
                .fitting(16_000);

        assertThat(fitting.cut).isFalse();
        assertThat(fitting.value).isNull();
        assertThat(read(fitting).payload()).isNull();
        assertThat(read(fitting).headers()).containsEntry("large", "h".repeat(9000));
    }

    private OutgoingRecord outgoing(byte @Nullable [] key, byte @Nullable [] payload) {
        return maker.make(new FailedRecord(
                FailedRecords.of("orders", 5, key, payload, new RecordHeaders()), FailedRecords.timeout(), "billing"));
    }

    private static DlqRecord read(OutgoingRecord outgoing) {
        return RecordInHeader.isUsedIn(outgoing.headers)
                ? RecordInHeader.read(outgoing.key, outgoing.value, outgoing.headers)
                : DlqRecord.of(java.util.Objects.requireNonNull(outgoing.value));
    }
}
