package dev.redrive.server.capture;

import static dev.redrive.server.letters.ApiUnderTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.caller.Role;
import dev.redrive.server.letters.ApiUnderTest;
import dev.redrive.server.web.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;

/** A letter is not refused because a name in it is too long: the name is cut, and the whole of it is kept. */
class LongNamesApiTest {
    private static final String LONG = "n".repeat(504);

    private final ApiUnderTest api = new ApiUnderTest();

    @AfterEach
    void close() {
        api.close();
    }

    private MockHttpServletResponse captured(String json) {
        MockHttpServletResponse response = api.post("/dlq", json.replace('\'', '"'));
        assertThat(response.getStatus()).as(response.getErrorMessage()).isEqualTo(201);
        return api.get("/dlq/" + read(response, "$.id"));
    }

    @Test
    void an_error_type_of_504_characters_is_cut_and_kept() {
        MockHttpServletResponse letter = captured("{'payload':1,'error':{'message':'no','type':'" + LONG + "'}}");

        assertThat(ApiUnderTest.<String>read(letter, "$.error.type")).isEqualTo("n".repeat(254) + "…");
        assertThat(ApiUnderTest.<String>read(letter, "$.error.context.redriveCut.type"))
                .isEqualTo(LONG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'channel':'%s'|channel",
                "'tableName':'%s'|channel",
                "'topic':'%s'|origin.topic",
                "'eventId':'%s'|eventId",
                "'eventId':'e','originalEvent':{'eventId':'%s'}|originalEvent.eventId",
                "'originalEvent':{'pattern':'%s'}|originalEvent.pattern",
                "'originalEvent':{'version':'%s'}|originalEvent.version",
                "'originalEvent':{'source':'%s'}|originalEvent.source.name",
                "'originalEvent':{'source':{'id':'%s'}}|originalEvent.source.id",
                "'subscriberId':'%s'|subscriberId",
                "'tags':['%s']|tags",
                "'origin':{'consumerGroupId':'%s'}|origin.consumerGroupId",
                "'origin':{'sourceService':'%s'}|origin.sourceService",
                "'retryHistory':[{'timestamp':'2026-03-01T09:00:00Z','workerId':'%s'}]|retryHistory[0].workerId"
            })
    void a_name_that_is_too_long_is_kept_whole_beside_the_letter(String member, String field) {
        MockHttpServletResponse letter = captured("{'payload':1,'error':'e'," + member.formatted(LONG) + "}");

        Object whole = read(letter, "$.additional.redriveCut['" + field + "']");
        assertThat(whole).isIn(LONG, List.of(LONG));
        assertThat(ApiUnderTest.<Integer>read(letter, "$.maxRetries")).isPositive();
    }

    @Test
    void letters_are_found_by_the_whole_of_an_id_that_was_cut() {
        captured("{'payload':1,'error':'e','eventId':'" + LONG + "1','subscriberId':'" + LONG + "','tags':['" + LONG
                + "']}");
        captured("{'payload':2,'error':'e','eventId':'" + LONG + "2'}");

        assertThat(found("eventId=" + LONG + "1")).isEqualTo(1);
        assertThat(found("subscriberId=" + LONG)).isEqualTo(1);
        assertThat(found("tag=" + LONG)).isEqualTo(1);
        assertThat(found("eventId=" + LONG)).isZero();
    }

    private int found(String filter) {
        return ApiUnderTest.<List<?>>read(api.get("/dlq?" + filter), "$.items").size();
    }

    @Test
    void a_key_for_the_request_may_be_as_long_as_it_likes() {
        String body = "{\"payload\":1,\"error\":\"e\"}";

        MockHttpServletResponse one = api.send(CaptureApiTest.json(body).header("Idempotency-Key", LONG + 1));
        MockHttpServletResponse other = api.send(CaptureApiTest.json(body).header("Idempotency-Key", LONG + 2));
        MockHttpServletResponse again = api.send(CaptureApiTest.json(body).header("Idempotency-Key", LONG + 1));

        assertThat(ApiUnderTest.<String>read(again, "$.id")).isEqualTo(read(one, "$.id"));
        assertThat(ApiUnderTest.<String>read(other, "$.id")).isNotEqualTo(read(one, "$.id"));
    }

    /** A pattern that only the whole name fits would let a caller into a channel that it may not read. */
    @Test
    void a_caller_needs_the_right_for_the_channel_that_the_letter_gets() {
        api.as(Role.PRODUCER, "*-eu");

        assertThat(api.post("/dlq", ApiUnderTest.letter("orders-eu", "T", "m")).getStatus())
                .isEqualTo(201);
        assertThat(api.post("/dlq", ApiUnderTest.letter(LONG + "-eu", "T", "m")).getStatus())
                .isEqualTo(403);
    }

    @Test
    void a_stream_goes_on_behind_a_letter_with_a_name_that_is_too_long() {
        String lines = ApiUnderTest.letter("orders", LONG, "m") + "\n" + ApiUnderTest.letter("orders", "T", "m") + "\n";

        MockHttpServletResponse response = api.send(ApiUnderTest.post("/dlq", lines, "application/x-ndjson"));

        assertThat(ApiUnderTest.<Integer>read(response, "$.captured")).isEqualTo(2);
    }

    @Test
    void more_than_what_may_stand_beside_a_payload_is_413() {
        String huge = "n".repeat(1024 * 1024 + 1);
        byte[] body = ("{\"payload\":1,\"error\":\"e\",\"eventId\":\"" + huge + "\"}").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> new LetterReader(1000).letters(body))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("1048576");
    }
}
