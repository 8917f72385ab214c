package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.read;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.server.caller.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

class ListLettersTest {
    private final ApiUnderTest api = new ApiUnderTest();
    private final List<String> ids = new ArrayList<>();

    @BeforeEach
    void threeLetters() {
        ids.add(api.captured("""
                {"channel":"orders.eu","eventId":"e-1","subscriberId":"s-1","key":"k-1","tags":["vip"],"priority":"HIGH","pattern":"order.created",
                 "payload":{"name":"Müller"},"error":{"type":"NetworkError","message":"Read timed out"}}
                """));
        api.clock.forward(Duration.ofHours(1));
        ids.add(api.captured("""
                {"channel":"orders.us","eventId":"e-2","retryCount":4,"pattern":"order.paid",
                 "payload":"text","error":{"type":"ValidationError","message":"validation failed"}}
                """));
        api.clock.forward(Duration.ofHours(1));
        ids.add(api.captured(
                "{\"tableName\":\"products\",\"payload\":1,\"error\":{\"type\":\"Odd\",\"message\":\"odd\"}}"));
        api.clock.forward(Duration.ofHours(1));
    }

    @AfterEach
    void close() {
        api.close();
    }

    /** The places of the letters in the answer, in their order, from the oldest on. */
    private String found(String query) {
        MockHttpServletResponse response = api.get("/dlq" + query);
        assertThat(response.getStatus()).as(ApiUnderTest.body(response)).isEqualTo(200);
        List<String> shown = read(response, "$.items[*].id");
        return String.join(
                "", shown.stream().map(id -> String.valueOf(ids.indexOf(id))).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|210",
                "?status=FAILED|1",
                "?status=dead|1",
                "?status=dlq_PENDING|0",
                "?status=pending,manual|20",
                "?status=pending&status=failed|10",
                "?status=|210",
                "?channel=orders.*|10",
                "?channel=orders.eu&channel=products|20",
                "?tableName=products|2",
                "?topic=orders.us|1",
                "?stage=nothing|''",
                "?errorType=NetworkError|0",
                "?errorType=NetworkError&errorType=Odd|20",
                "?lastErrorType=NetworkError|0",
                "?lastErrorType=NetworkError&errorType=Odd|''",
                "?category=downstream_failure|0",
                "?pattern=order.*|10",
                "?pattern=order.paid|1",
                "?subscriberId=s-1|0",
                "?eventId=e-2|1",
                "?key=k-1|0",
                "?tag=vip|0",
                "?priority=high|0",
                "?minRetryCount=1|1",
                "?maxRetryCount=0|20",
                "?from=2026-03-02T11:00:00Z|21",
                "?from=2026-03-02T12:00:00%2B01:00|21",
                "?to=2026-03-02T11:00:00Z|0",
                "?from=2026-03-02&to=2026-03-03|210",
                "?maxAge=90m|2",
                "?maxAge=24h&from=2026-03-02T11:00:00Z|21",
                "?q=m%C3%BCller|0",
                "?q=TIMED|0",
                "?sort=createdAt&direction=asc|012",
                "?sort=priority&direction=DESC&limit=1|0",
                "?sort=retryCount&limit=1|1",
                "?page=2&limit=2|0",
                "?page=1&limit=2|21"
            })
    void a_list_is_filtered_and_sorted(String query, String expected) {
        assertThat(found(query)).isEqualTo(expected);
    }

    @Test
    void a_cause_is_a_filter() {
        String cause = read(api.get("/dlq/" + ids.get(1)), "$.causeId");

        assertThat(found("?cause=" + cause)).isEqualTo("1");
    }

    @Test
    void pages_say_where_they_are_and_how_to_go_on() {
        MockHttpServletResponse first = api.get("/dlq?limit=2");

        assertThat(ApiUnderTest.<Integer>read(first, "$.total")).isEqualTo(3);
        assertThat(ApiUnderTest.<Boolean>read(first, "$.totalIsLowerBound")).isFalse();
        assertThat(ApiUnderTest.<Integer>read(first, "$.page")).isEqualTo(1);
        assertThat(ApiUnderTest.<Integer>read(first, "$.limit")).isEqualTo(2);
        String cursor = read(first, "$.nextCursor");
        assertThat(found("?limit=2&cursor=" + cursor)).isEqualTo("0");
        MockHttpServletResponse last = api.get("/dlq?limit=2&cursor=" + cursor);
        assertThat(ApiUnderTest.<Object>read(last, "$.nextCursor")).isNull();
    }

    @Test
    void a_sorted_page_after_a_letter_that_is_gone_is_refused_instead_of_empty() {
        String cursor = read(api.get("/dlq?limit=1&sort=retryCount"), "$.nextCursor");
        api.send(delete("/dlq/" + cursor));

        assertProblem(api.get("/dlq?limit=1&sort=retryCount&cursor=" + cursor), 400, "begin again with the first page");
    }

    @Test
    void a_list_shows_what_identifies_a_letter_and_no_payload() {
        MockHttpServletResponse response = api.get("/dlq?eventId=e-1");

        assertThat(ApiUnderTest.<String>read(response, "$.items[0].error.message"))
                .isEqualTo("Read timed out");
        assertThat(ApiUnderTest.<String>read(response, "$.items[0].channel")).isEqualTo("orders.eu");
        assertThat(ApiUnderTest.<String>read(response, "$.items[0].status")).isEqualTo("PENDING");
        assertThat(ApiUnderTest.<String>read(response, "$.items[0].origin.key")).isEqualTo("k-1");
        assertThat(ApiUnderTest.<Integer>read(response, "$.items[0].payloadSize"))
                .isEqualTo(18);
        assertThat(ApiUnderTest.body(response)).doesNotContain("ller");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status=lost",
                "category=x",
                "priority=x",
                "cause=x",
                "minRetryCount=-1",
                "minRetryCount=x",
                "maxRetryCount=99999999999",
                "from=yesterday",
                "to=2026-13-01",
                "from=%2B1000000000-01-01T00:00:00Z",
                "maxAge=long",
                "maxAge=-5h",
                "maxAge=99999999999999999999d",
                "maxAge=5000y",
                "limit=0",
                "limit=501",
                "limit=x",
                "page=0",
                "page=9999&limit=500",
                "cursor=x",
                "sort=colour",
                "direction=up",
                "eventId=a&eventId=b"
            })
    void a_bad_parameter_is_400_and_named(String query) {
        MockHttpServletResponse response = api.get("/dlq?" + query);

        assertProblem(response, 400);
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void an_unknown_parameter_is_400_and_the_known_ones_are_named() {
        assertProblem(api.get("/dlq?colour=red"), 400, "there is no colour here; known are status, channel, ");
    }

    @Test
    void page_and_cursor_exclude_each_other() {
        assertProblem(api.get("/dlq?page=1&cursor=" + ids.get(0)), 400, "not both");
    }

    @Test
    void a_caller_limited_to_channels_lists_no_others() {
        api.as(Role.VIEWER, "orders.*");

        assertThat(found("")).isEqualTo("10");
        assertThat(found("?channel=*")).isEqualTo("10");
        assertThat(found("?channel=orders.eu")).isEqualTo("0");
        assertThat(found("?channel=orders.e*")).isEqualTo("0");
        assertProblem(api.get("/dlq?channel=products"), 403);
        assertProblem(api.get("/dlq?channel=*s"), 403);
    }

    @Test
    void other_answers_than_json_are_406() {
        assertProblem(api.send(get("/dlq").accept("application/xml")), 406);
    }
}
