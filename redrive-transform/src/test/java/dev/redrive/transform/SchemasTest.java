package dev.redrive.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.Payload;
import dev.redrive.transform.schema.BadSchema;
import dev.redrive.transform.schema.PayloadSchema;
import dev.redrive.transform.schema.Schemas;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(90)
class SchemasTest {
    private static final String ORDER = """
            {"type":"object","required":["id","amount"],"additionalProperties":false,
             "properties":{"id":{"type":"integer"},"amount":{"type":"number","multipleOf":0.01,"maximum":100},
               "mail":{"type":"string","format":"email"},"at":{"format":"date-time"},"kind":{"enum":["a","b"]},
               "code":{"pattern":"^[A-Z]+$"},"lines":{"type":"array","items":{"$ref":"#/$defs/line"}}},
             "$defs":{"line":{"type":"object","required":["sku"]}}}""";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static List<String> violations(String schema, String payload) {
        return Schemas.parse(schema, PATIENCE).violations(Payload.of(payload));
    }

    @Test
    void a_payload_that_fits_has_no_violations() {
        assertThat(violations(
                        ORDER,
                        "{\"id\":18446744073709551617,\"amount\":0.30,\"mail\":\"a@b.example\",\"at\":\"2026-11-15T12:00:00Z\","
                                + "\"kind\":\"a\",\"code\":\"ABC\",\"lines\":[{\"sku\":\"x\"}]}"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"amount\":1}|/: required property 'id' not found",
                "{\"id\":\"4111\",\"amount\":1}|/id: string found, integer expected",
                "{\"id\":1,\"amount\":0.4111}|/amount: must be multiple of 0.01",
                "{\"id\":1,\"amount\":4111}|/amount: must have a maximum value of 100",
                "{\"id\":1,\"amount\":1,\"mail\":\"4111\"}|/mail: does not match the email pattern",
                "{\"id\":1,\"amount\":1,\"at\":\"4111\"}|/at: does not match the date-time pattern must be a valid RFC 3339 date-time",
                "{\"id\":1,\"amount\":1,\"kind\":\"4111\"}|/kind: does not have a value in the enumeration [\"a\", \"b\"]",
                "{\"id\":1,\"amount\":1,\"code\":\"4111\"}|/code: does not match the regex pattern ^[A-Z]+$",
                "{\"id\":1,\"amount\":1,\"lines\":[{\"sku\":1},{\"x\":\"4111\"}]}|/lines/1: required property 'sku' not found"
            })
    void a_violation_has_the_path_and_what_is_wrong_but_no_value(String payload, String violation) {
        assertThat(violations(ORDER, payload)).containsExactly(violation);
    }

    @Test
    void a_violation_is_not_cut_within_a_character() {
        for (String key : TestLetters.longTexts()) {
            List<String> violations = violations("{\"additionalProperties\":false}", "{\"" + key + "\":1}");

            assertThat(violations).hasSize(1);
            assertThat(violations.get(0)).endsWith("…").matches(TestLetters::hasWholeCharacters);
        }
    }

    @Test
    void twenty_violations_are_enough() {
        String payload =
                IntStream.range(0, 200_000).mapToObj(i -> "\"4111\"").collect(Collectors.joining(",", "[", "]"));

        List<String> violations = violations("{\"items\":{\"type\":\"integer\"}}", payload);

        assertThat(violations).hasSize(20).last().isEqualTo("and more");
        assertThat(violations.get(0)).isEqualTo("/0: string found, integer expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://json-schema.org/draft-07/schema#",
                "http://json-schema.org/draft-07/schema",
                "https://json-schema.org/draft/2019-09/schema",
                "https://json-schema.org/draft/2020-12/schema"
            })
    void the_common_drafts_are_supported(String draft) {
        assertThat(violations("{\"$schema\":\"" + draft + "\",\"type\":\"integer\"}", "\"x\""))
                .containsExactly("/: string found, integer expected");
    }

    @Test
    void each_draft_has_its_own_rules() {
        String tuple = "\"items\":[{\"type\":\"integer\"}]";
        assertThat(violations("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"," + tuple + "}", "[\"x\"]"))
                .hasSize(1);
        assertThatThrownBy(() -> Schemas.parse("{" + tuple + "}")).isInstanceOf(BadSchema.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "5",
                "{\"type\":\"strnig\"}",
                "{\"required\":\"id\"}",
                "{\"pattern\":\"(\"}",
                "{\"$ref\":\"#/$defs/missing\"}",
                "{\"$schema\":\"https://example.com/mine\"}",
                "{\"$schema\":\"http://json-schema.org/draft-04/schema#\"}",
                "{\"$schema\":5}"
            })
    void a_schema_that_cannot_be_used_is_refused(String schema) {
        assertThatThrownBy(() -> Schemas.parse(schema)).isInstanceOf(BadSchema.class);
    }

    @Test
    void nothing_is_fetched_from_the_network() throws IOException {
        try (ServerSocket web = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String address = "http://localhost:" + web.getLocalPort() + "/schema.json";

            assertThatThrownBy(() -> Schemas.parse("{\"$ref\":\"" + address + "\"}"))
                    .isInstanceOf(BadSchema.class);
            assertThatThrownBy(() -> Schemas.parse("{\"$schema\":\"" + address + "\"}"))
                    .isInstanceOf(BadSchema.class);
            assertThatThrownBy(() -> Schemas.parse(
                            "{\"$id\":\"" + address + "\",\"properties\":{\"a\":{\"$ref\":\"other.json\"}}}"))
                    .isInstanceOf(BadSchema.class);

            web.setSoTimeout(200);
            assertThatThrownBy(web::accept).isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void nothing_is_read_from_files_or_the_class_path(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("schema.json"), "{\"type\":\"integer\"}");

        assertThatThrownBy(() -> Schemas.parse("{\"$ref\":\"" + file.toUri() + "\"}"))
                .isInstanceOf(BadSchema.class);
        assertThatThrownBy(() -> Schemas.parse("{\"$ref\":\"classpath:draft/2020-12/schema\"}"))
                .isInstanceOf(BadSchema.class);
    }

    @Test
    void a_schema_may_refer_to_what_is_in_it_and_to_its_draft() {
        String bundled = "{\"$id\":\"https://acme.example/order\",\"$ref\":\"line\","
                + "\"$defs\":{\"l\":{\"$id\":\"https://acme.example/line\",\"type\":\"integer\"}}}";

        assertThat(violations(bundled, "\"x\"")).containsExactly("/: string found, integer expected");
        assertThat(violations("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}", "{\"type\":5}"))
                .isNotEmpty();
    }

    @Test
    void a_regular_expression_over_hostile_text_ends() {
        PayloadSchema schema = Schemas.parse("{\"pattern\":\"^(a|a)*\\\\1b$\"}", Duration.ofMillis(300));

        assertThat(schema.violations(Payload.of("\"" + "a".repeat(60) + "!\"")))
                .containsExactly("the payload could not be checked within 300 ms");
    }

    @Test
    void names_are_matched_with_patience_too() {
        PayloadSchema schema =
                Schemas.parse("{\"patternProperties\":{\"^(a|a)*\\\\1b$\":false}}", Duration.ofMillis(300));

        assertThat(schema.violations(Payload.of("{\"" + "a".repeat(60) + "!\":1}")))
                .containsExactly("the payload could not be checked within 300 ms");
    }

    @Test
    void a_schema_that_grows_without_end_is_stopped() {
        String doubling = IntStream.range(0, 60)
                .mapToObj(i -> "\"d" + i + "\":{\"allOf\":[{\"$ref\":\"#/$defs/d" + (i + 1)
                        + "\"},{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}]}")
                .collect(Collectors.joining(
                        ",", "{\"$ref\":\"#/$defs/d0\",\"$defs\":{", ",\"d60\":{\"type\":\"integer\"}}}"));

        assertThat(Schemas.parse(doubling, Duration.ofMillis(300)).violations(Payload.of("1")))
                .containsExactly("the payload could not be checked within 300 ms");
        assertThat(Schemas.parse("{\"$ref\":\"#\"}").violations(Payload.of("1")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "{\"a\":1", "{\"amount\":1E999999999,\"id\":1}"})
    void a_payload_that_cannot_be_checked_violates(String payload) {
        assertThat(violations(ORDER, payload)).hasSize(1).first().asString().startsWith("the payload is not JSON");
    }

    @Test
    void a_format_is_not_looked_for_in_endless_text() {
        String host = "a".repeat(1_000_000) + ".";

        assertThat(violations("{\"format\":\"hostname\"}", "\"" + host + "\"")).isEmpty();
    }

    @Test
    void many_threads_may_use_one_schema() {
        PayloadSchema schema = Schemas.parse(ORDER, PATIENCE);

        IntStream.range(0, 3000)
                .parallel()
                .forEach(i -> assertThat(schema.violations(
                                Payload.of(i % 2 == 0 ? "{\"id\":1,\"amount\":1}" : "{\"amount\":1}")))
                        .hasSize(i % 2));
    }
}
