package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.store.attributes.SearchPaths;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchSettingsTest {
    @Test
    void paths_have_names() {
        Settings settings = SettingsFixture.both(
                Map.of("REDRIVE_SEARCH_PATHS_customer_no", "$.customer.id"),
                "search: { paths: { orderId: $.orderId, trace: header:x-trace } }");

        assertThat(settings.searchPaths())
                .contains(SearchPaths.of(
                        Map.of("orderId", "$.orderId", "trace", "header:x-trace", "customer_no", "$.customer.id")));
    }

    @Test
    void a_variable_is_used_instead_of_what_the_file_says() {
        Settings settings = SettingsFixture.both(
                Map.of("REDRIVE_SEARCH_PATHS_ORDERID", "$.id"), "search: { paths: { orderId: $.orderId } }");

        assertThat(settings.searchPaths()).contains(SearchPaths.of(Map.of("orderId", "$.id")));
    }

    @Test
    void without_the_group_other_processes_decide_and_an_empty_one_takes_all_away() {
        assertThat(SettingsFixture.file("").searchPaths()).isEmpty();
        assertThat(SettingsFixture.file("search: { paths: {} }").searchPaths()).contains(SearchPaths.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "search: { paths: { orderId: orderId } }    | search.paths.orderId | \"orderId\" is not allowed; it must be a JSON path such as $.order.id, or a header such as header:x-order-id",
                "search: { paths: { orderId: 'header:' } }  | search.paths.orderId | \"header:\" is not allowed; it must be a JSON path",
                "search: { paths: { 1st: $.a } }            | search.paths.1st | \"1st\" is not allowed; it must be a letter, then letters, digits, _ and -, at most 64 characters",
                "search: { paths: [$.a] }                   | search.paths | must be a group of keys",
                "search: { path: $.a }                      | search.path | there is no such key; did you mean \"paths\"?"
            })
    void a_wrong_name_or_path_is_reported(String line, String key, String text) {
        assertThat(SettingsFixture.mistakes(line))
                .anySatisfy(mistake ->
                        assertThat(mistake).startsWith("redrive." + key + " (redrive.yaml, line 2): " + text));
    }

    @Test
    void there_are_at_most_twenty() {
        String paths =
                IntStream.range(0, 21).mapToObj(i -> "n" + i + ": $.n" + i).collect(Collectors.joining(", "));

        assertThat(SettingsFixture.mistakes("search: { paths: { " + paths + " } }"))
                .anySatisfy(
                        mistake -> assertThat(mistake).contains("there are 21 of them, and at most 20 are allowed"));
    }
}
