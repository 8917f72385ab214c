package dev.redrive.server.letters;

import static dev.redrive.server.letters.ApiUnderTest.read;
import static dev.redrive.server.letters.Problems.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.caller.Role;
import dev.redrive.store.attributes.SearchPaths;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class SearchByAttributeTest {
    private final ApiUnderTest api = new ApiUnderTest("$.secret");
    private String first = "";
    private String second = "";

    @BeforeEach
    void twoLetters() {
        api.store
                .attributes()
                .keep(SearchPaths.of(Map.of("order", "$.order", "sku", "$.lines[*].sku", "trace", "header:X-Trace")));
        first = api.captured("""
                {"channel":"orders","payload":{"order":9007199254740993,"lines":[{"sku":"A,1"},{"sku":"B"}]},
                 "headers":{"x-trace":"t-1"},"error":{"message":"odd"}}""");
        second = api.captured("""
                {"channel":"orders","payload":{"order":9007199254740992,"lines":[{"sku":"B"}]},"error":{"message":"odd"}}""");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private List<String> found(String query) {
        MockHttpServletResponse response = api.get("/dlq?" + query);
        assertThat(response.getStatus()).as(ApiUnderTest.body(response)).isEqualTo(200);
        List<String> ids = read(response, "$.items[*].id");
        assertThat(ApiUnderTest.<Integer>read(response, "$.total")).isEqualTo(ids.size());
        return ids;
    }

    @Test
    void letters_are_found_by_their_attributes() {
        assertThat(found("attr.order=9007199254740993")).containsExactly(first);
        assertThat(found("attr.trace=t-1")).containsExactly(first);
        assertThat(found("attr.sku=B")).containsExactly(second, first);
        assertThat(found("attr.sku=B&attr.sku=A%2C1")).containsExactly(first);
        assertThat(found("attr.sku=B&attr.order=9007199254740992")).containsExactly(second);
        assertThat(found("attr.order=1")).isEmpty();
    }

    @Test
    void an_attribute_that_has_no_path_is_400_and_those_that_have_one_are_named() {
        MockHttpServletResponse response = api.get("/dlq?attr.customer=1");

        assertProblem(response, 400, "there is no attribute customer; those of search.paths are order, sku, trace");
        assertThat(ApiUnderTest.<String>read(response, "$.field")).isEqualTo("attr.customer");
        assertProblem(
                api.post("/dlq/bulk/archive", "{\"filterCriteria\":{\"attributes\":{\"customer\":\"1\"}}}"),
                400,
                "there is no attribute customer");
        assertThat(api.status(first)).isNotEqualTo("ARCHIVED");
    }

    @Test
    void a_letter_shows_its_attributes() {
        MockHttpServletResponse response = api.get("/dlq/" + first);

        assertThat(ApiUnderTest.<Map<String, List<String>>>read(response, "$.attributes"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "order", List.of("9007199254740993"), "sku", List.of("A,1", "B"), "trace", List.of("t-1")));
    }

    @Test
    void a_bulk_order_takes_attributes() {
        MockHttpServletResponse response = api.post(
                "/dlq/bulk/archive",
                "{\"filterCriteria\":{\"attributes\":{\"order\":9007199254740993,\"sku\":[\"A,1\",\"B\"]}}}");

        assertThat(response.getStatus()).as(ApiUnderTest.body(response)).isEqualTo(200);
        assertThat(api.status(first)).isEqualTo("ARCHIVED");
        assertThat(api.status(second)).isNotEqualTo("ARCHIVED");
    }

    @Test
    void a_caller_who_sees_masked_payloads_cannot_guess_values() {
        api.as(Role.VIEWER);

        assertProblem(api.get("/dlq?attr.order=1"), 403, "you cannot search by attributes");
    }

    @Test
    void a_search_for_text_says_how_far_it_looked() {
        MockHttpServletResponse all = api.get("/dlq?q=odd&limit=1");
        String cursor = read(all, "$.nextCursor");

        assertThat(ApiUnderTest.<Integer>read(all, "$.searched")).isPositive();
        assertThat(ApiUnderTest.<String>read(all, "$.searchedUntil"))
                .isEqualTo(api.id(cursor).createdAt().toString());
        MockHttpServletResponse rest = api.get("/dlq?q=odd&limit=1&cursor=" + cursor);
        assertThat(ApiUnderTest.<Object>read(rest, "$.searchedUntil")).isNull();
        assertThat(ApiUnderTest.body(api.get("/dlq"))).doesNotContain("searched");
    }
}
