package dev.redrive.kafka.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.kafka.FailedRecords;
import dev.redrive.letter.Category;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class DlqRecordTest {
    @Test
    void what_is_written_is_read_again() {
        DlqRecord record = record("{\"n\":9007199254740993,\"x\":0.1000,\"s\":\"ü\u0000\uD83D\uDE00\"}", Encoding.TEXT);

        assertThat(DlqRecord.of(record.json())).isEqualTo(record);
    }

    @Test
    void a_record_without_what_may_be_missing_is_read_again() {
        DlqRecord record = new DlqRecord(
                "1",
                "orders",
                null,
                null,
                null,
                null,
                Map.of(),
                null,
                Instant.EPOCH,
                "",
                "",
                null,
                null,
                null,
                0,
                DlqStatus.DEAD,
                Category.UNKNOWN,
                Encoding.TEXT,
                Encoding.TEXT,
                false,
                null);

        assertThat(DlqRecord.of(record.json())).isEqualTo(record);
        assertThat(DlqRecord.of(record.json()).payloadBytes()).isNull();
    }

    @Test
    void the_json_has_the_names_and_times_of_the_contract() {
        String json = new String(record("{}", Encoding.TEXT).json(), StandardCharsets.UTF_8);

        assertThat(json)
                .contains("\"originalTopic\":\"orders\"", "\"originalTimestamp\":\"2023-11-14T22:13:20.123Z\"")
                .contains("\"failureCategory\":\"TIMEOUT\"", "\"status\":\"PENDING\"", "\"retryCount\":3")
                .doesNotContain("Encoding", "Truncated");
    }

    @Test
    void text_is_escaped_as_a_json_library_does_it() {
        StringBuilder every = new StringBuilder();
        for (char c = 0; c < 0x180; c++) every.append(c);
        StringWriter written = new StringWriter();
        try (JsonGenerator library = new JsonFactory().createGenerator(ObjectWriteContext.empty(), written)) {
            library.writeString(every.toString());
        }

        String json = new String(record(every.toString(), Encoding.TEXT).json(), StandardCharsets.UTF_8);

        assertThat(json).contains("\"payload\":" + written + ",");
    }

    @Test
    void half_a_character_does_not_make_the_record_unreadable() {
        DlqRecord record = record("a\uD83Db", Encoding.TEXT);

        assertThat(DlqRecord.of(record.json()).payload()).isEqualTo("a?b");
    }

    @Test
    void times_read_as_java_prints_them() {
        Random random = new Random(42);
        long[] seconds = {0, 1, 59, 60, -1, 253402300799L, 253402300800L, -62135596801L, Instant.MAX.getEpochSecond()};
        int[] nanos = {0, 1, 1000, 1_000_000, 120_000_000, 123_456_000, 999_999_999};

        for (int nano : nanos) {
            for (long second : seconds) assertSameTime(Instant.ofEpochSecond(second, nano));
            for (int i = 0; i < 1000; i++) assertSameTime(Instant.ofEpochSecond(random.nextInt() * 60L, nano));
        }
    }

    private static void assertSameTime(Instant time) {
        assertThat(DlqRecordJson.time(time)).isEqualTo(time.toString());
    }

    @Test
    void members_that_are_not_known_are_passed_over() {
        DlqRecord record = DlqRecord.of(json(
                "{\"id\":\"1\",\"later\":{\"deep\":[1,{\"id\":\"2\"}]},\"originalTopic\":\"orders\",\"status\":\"NEW\","
                        + "\"failureCategory\":\"NEW\",\"headers\":{\"a\":null,\"b\":7}}"));

        assertThat(record.id()).isEqualTo("1");
        assertThat(record.status()).isEqualTo(DlqStatus.PENDING);
        assertThat(record.failureCategory()).isEqualTo(Category.UNKNOWN);
        assertThat(record.headers()).containsExactly(Map.entry("b", "7"));
    }

    @Test
    void a_payload_that_is_an_object_keeps_every_digit() {
        DlqRecord record = DlqRecord.of(
                json("{\"id\":\"1\",\"payload\": {\"n\":9007199254740993, \"x\":0.1000},\"originalTopic\":\"o\"}"));

        assertThat(record.payload()).isEqualTo("{\"n\":9007199254740993, \"x\":0.1000}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-11-25T10:00:00.5Z",
                "2024-11-25T12:00:00.5+02:00",
                "1732528800.500000000",
                "1732528800500",
                "[2024, 11, 25, 10, 0, 0, 500000000]"
            })
    void times_of_other_writers_are_understood(String time) {
        String quote = time.contains("T") ? "\"" : "";
        DlqRecord record = DlqRecord.of(
                json("{\"id\":\"1\",\"originalTopic\":\"o\",\"dlqTimestamp\":" + quote + time + quote + "}"));

        assertThat(record.dlqTimestamp()).isEqualTo(Instant.parse("2024-11-25T10:00:00.5Z"));
    }

    @Test
    void a_record_that_another_program_wrote_without_an_id_has_one_of_its_bytes() {
        String text = "{\"originalTopic\":\"o\",\"errorType\":\"Timeout\",\"status\":\"RESOLVED\"}";

        assertThat(DlqRecord.of(json(text)).id())
                .isEqualTo(DlqRecord.of(json(text)).id())
                .isNotEqualTo(
                        DlqRecord.of(json(text.replace("Timeout", "Other"))).id());
        assertThat(DlqRecord.of(json(text)).status()).isEqualTo(DlqStatus.RESOLVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{}",
                "{\"id\":\"1\"}",
                "{\"originalTopic\":\"o\"}",
                "{\"id\":\"1\",\"originalTopic\":\"o\"} x",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"offset\":\"far\"}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"retryCount\":99999999999}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"dlqTimestamp\":\"now\"}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"dlqTimestamp\":[2024, 11]}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"dlqTimestamp\":[]}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"dlqTimestamp\":1e999999999}",
                "{\"id\":\"1\",\"originalTopic\":\"o\",\"payload\":\"!\",\"payloadEncoding\":\"base64\"}"
            })
    void what_is_no_such_record_is_refused(String text) {
        assertThatThrownBy(() -> DlqRecord.of(json(text))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void utf_16_is_refused() {
        byte[] text = "{\"id\":\"1\",\"originalTopic\":\"o\",\"payload\":{}}".getBytes(StandardCharsets.UTF_16);

        assertThatThrownBy(() -> DlqRecord.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void header_values_of_any_bytes_come_back_from_their_text() {
        byte[] binary = {0, (byte) 0xC3, 0x28, (byte) 0xFF};
        RecordHeaders headers = new RecordHeaders();
        headers.add("text", FailedRecords.bytes("Grüße"));
        headers.add("binary", binary);
        headers.add("mark", FailedRecords.bytes("base64:abc"));
        headers.add("none", null);
        headers.add("x-retry-count", FailedRecords.bytes("3"));

        Map<String, String> texts = HeaderText.of(headers);

        assertThat(texts).containsOnlyKeys("text", "binary", "mark").containsEntry("text", "Grüße");
        assertThat(texts.get("binary")).startsWith("base64:");
        texts.forEach((name, text) -> assertThat(DlqRecord.headerBytes(text))
                .isEqualTo(headers.lastHeader(name).value()));
    }

    private static DlqRecord record(String payload, Encoding encoding) {
        return new DlqRecord(
                "0190",
                "orders",
                2,
                9007199254740993L,
                "k",
                payload,
                Map.of("a", "b"),
                Instant.ofEpochMilli(FailedRecords.WRITTEN),
                Instant.parse("2024-11-25T10:00:00.123456789Z"),
                "java.io.IOException",
                "no",
                "at …",
                "billing",
                "shop",
                3,
                DlqStatus.PENDING,
                Category.TIMEOUT,
                Encoding.TEXT,
                encoding,
                false,
                null);
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
