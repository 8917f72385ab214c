package dev.redrive.server.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.payload.JsonTree.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** JSON as a tree, some of it at a time. */
class JsonTreeTest {
    private static Stream<Node> all(Node node) {
        return Stream.concat(Stream.of(node), node.children().stream().flatMap(JsonTreeTest::all));
    }

    private static byte[] utf8(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static Node after(byte[] json, Node node) {
        return JsonTree.members(json, node.at(), node.to(), node.next()).orElseThrow();
    }

    @Test
    void names_and_values_are_as_they_were_written() {
        Node root = JsonTree.of(utf8(" { \"a b\" : 9007199254740993 , \"\\u0041\":[ 0.1000, \"x, }\" ,null ] } "));

        assertThat(root.members()).isEqualTo(2);
        assertThat(all(root).map(Node::name).flatMap(Optional::stream))
                .containsExactly("\"a b\"", "\"\\u0041\"", "0", "1", "2");
        assertThat(all(root).filter(node -> !node.hasMembers()).map(Node::value))
                .containsExactly("9007199254740993", "0.1000", "\"x, }\"", "null");
    }

    @Test
    void a_long_array_is_shown_a_part_at_a_time_until_its_end() {
        byte[] json = utf8("[" + "1,".repeat(249) + "1]");

        Node first = JsonTree.of(json);
        Node second = after(json, first);
        Node third = after(json, second);

        assertThat(List.of(first, second, third)).extracting(Node::members).containsOnly(250);
        assertThat(List.of(first, second, third))
                .extracting(node -> node.children().size())
                .containsExactly(100, 100, 50);
        assertThat(List.of(first, second, third)).extracting(Node::hasMore).containsExactly(true, true, false);
        assertThat(third.children().get(0).name()).contains("200");
    }

    @Test
    void two_hundred_levels_are_reached_a_few_at_a_time() {
        byte[] json = utf8("{\"a\":".repeat(200) + "\"bottom\"" + "}".repeat(200));
        Node node = JsonTree.of(json);
        int answers = 1;

        while (all(node).noneMatch(some -> some.value().equals("\"bottom\""))) {
            Node deepest = all(node).reduce((a, b) -> b).orElseThrow();
            assertThat(deepest.hasMembers()).isTrue();
            node = JsonTree.members(json, deepest.at()).orElseThrow();
            answers++;
        }

        assertThat(answers).isEqualTo(50);
    }

    @Test
    void five_megabytes_become_a_bounded_tree() {
        byte[] json = utf8("{\"rows\":[" + "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6},".repeat(120_000)
                + "{}],\"end\":true}");

        Node root = JsonTree.of(json);

        assertThat(all(root).count()).isLessThanOrEqualTo(JsonTree.NODES + 1);
        assertThat(root.children().get(0).members()).isEqualTo(120_001);
        assertThat(root.members()).isEqualTo(2);
    }

    @Test
    void a_place_without_an_object_or_array_has_no_members() {
        byte[] json = utf8("{\"a\": [1]}");

        assertThat(JsonTree.members(json, 1)).isEmpty();
        assertThat(JsonTree.members(json, 99)).isEmpty();
        assertThat(JsonTree.members(json, 6, 1, 6)).isEmpty();
        assertThat(JsonTree.members(json, 6, 1, 99)).isEmpty();
        assertThat(JsonTree.members(utf8("\"{[\""), 1)).isEmpty();
        assertThat(JsonTree.members(json, 6)).isPresent();
    }

    @Test
    void a_long_text_is_gone_on_with_where_it_was_left_and_not_from_its_beginning() {
        byte[] json = utf8("[" + "{\"row\": \"ü \\\" 🍵 ]\"}, ".repeat(1_000) + "\"last\"]");
        Node node = JsonTree.of(json);
        byte[] unreadable = json.clone();
        Arrays.fill(unreadable, 1, node.next(), (byte) '?');

        Node next = after(unreadable, node);

        assertThat(next.from()).isEqualTo(100);
        assertThat(next.members()).isEqualTo(1_001);
        assertThat(next.children().get(0).name()).contains("100");
        assertThat(next.children().get(0).children().get(0).value()).isEqualTo("\"ü \\\" 🍵 ]\"");
    }

    @Test
    void all_parts_of_a_text_together_have_every_member_once() {
        byte[] json = utf8(IntStream.range(0, 1_234)
                .mapToObj(i -> "\"name-" + i + "\" : [ " + i + " , {} ]")
                .collect(Collectors.joining(" ,\n", " {", "} ")));
        Node node = JsonTree.of(json);
        List<Node> shown = new ArrayList<>(node.children());

        while (node.hasMore()) {
            node = after(json, node);
            shown.addAll(node.children());
        }

        assertThat(shown)
                .extracting(some -> some.name().orElseThrow())
                .doesNotHaveDuplicates()
                .hasSize(1_234);
        assertThat(shown).extracting(Node::members).containsOnly(2);
    }

    @Test
    void one_very_long_value_is_cut() {
        Node root = JsonTree.of(utf8("[\"" + "🍵".repeat(250_000) + "\"]"));

        assertThat(root.children().get(0).value()).hasSize(JsonTree.LONGEST).endsWith("🍵…");
    }

    @Test
    void many_long_names_and_values_are_shown_a_few_at_a_time() {
        String name = "\"" + "n".repeat(300_000) + "\"";
        byte[] json = utf8("{" + (name + ": \"" + "v".repeat(300_000) + "\", ").repeat(9) + name + ": 1}");

        Node root = JsonTree.of(json);

        assertThat(all(root)
                        .mapToInt(node ->
                                node.value().length() + node.name().orElse("").length())
                        .sum())
                .isBetween(JsonTree.CHARACTERS, JsonTree.CHARACTERS + 2 * JsonTree.LONGEST);
        assertThat(root.members()).isEqualTo(10);
        assertThat(after(json, root).children()).isNotEmpty();
    }
}
