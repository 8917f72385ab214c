package dev.redrive.server.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.payload.JsonTree.Node;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** JSON as a tree, some of it at a time. */
class JsonTreeTest {
    private static Stream<Node> all(Node node) {
        return Stream.concat(Stream.of(node), node.children().stream().flatMap(JsonTreeTest::all));
    }

    @Test
    void names_and_values_are_as_they_were_written() {
        Node root = JsonTree.of(" { \"a b\" : 9007199254740993 , \"\\u0041\":[ 0.1000, \"x, }\" ,null ] } ");

        assertThat(root.members()).isEqualTo(2);
        assertThat(all(root).map(Node::name).flatMap(Optional::stream))
                .containsExactly("\"a b\"", "\"\\u0041\"", "0", "1", "2");
        assertThat(all(root).filter(node -> !node.hasMembers()).map(Node::value))
                .containsExactly("9007199254740993", "0.1000", "\"x, }\"", "null");
    }

    @Test
    void a_long_array_is_shown_a_part_at_a_time_until_its_end() {
        String json = "[" + "1,".repeat(249) + "1]";

        Node first = JsonTree.of(json);
        Node second = JsonTree.members(json, first.at(), first.next()).orElseThrow();
        Node third = JsonTree.members(json, first.at(), second.next()).orElseThrow();

        assertThat(List.of(first, second, third)).extracting(Node::members).containsOnly(250);
        assertThat(List.of(first, second, third))
                .extracting(node -> node.children().size())
                .containsExactly(100, 100, 50);
        assertThat(List.of(first, second, third)).extracting(Node::hasMore).containsExactly(true, true, false);
        assertThat(third.children().get(0).name()).contains("200");
    }

    @Test
    void two_hundred_levels_are_reached_a_few_at_a_time() {
        String json = "{\"a\":".repeat(200) + "\"bottom\"" + "}".repeat(200);
        Node node = JsonTree.of(json);
        int answers = 1;

        while (all(node).noneMatch(some -> some.value().equals("\"bottom\""))) {
            Node deepest = all(node).reduce((a, b) -> b).orElseThrow();
            assertThat(deepest.hasMembers()).isTrue();
            node = JsonTree.members(json, deepest.at(), 0).orElseThrow();
            answers++;
        }

        assertThat(answers).isEqualTo(50);
    }

    @Test
    void five_megabytes_become_a_bounded_tree() {
        String json = "{\"rows\":[" + "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6},".repeat(120_000)
                + "{}],\"end\":true}";

        Node root = JsonTree.of(json);

        assertThat(all(root).count()).isLessThanOrEqualTo(JsonTree.NODES + 1);
        assertThat(root.children().get(0).members()).isEqualTo(120_001);
        assertThat(root.members()).isEqualTo(2);
    }

    @Test
    void a_place_without_an_object_or_array_has_no_members() {
        String json = "{\"a\": [1]}";

        assertThat(JsonTree.members(json, 1, 0)).isEmpty();
        assertThat(JsonTree.members(json, 99, 0)).isEmpty();
        assertThat(JsonTree.members(json, -1, 0)).isEmpty();
        assertThat(JsonTree.members("\"{[\"", 1, 0)).isEmpty();
        assertThat(JsonTree.members(json, 6, 0)).isPresent();
    }

    @Test
    void one_very_long_value_is_cut() {
        Node root = JsonTree.of("[\"" + "x".repeat(1_000_000) + "\"]");

        assertThat(root.children().get(0).value()).hasSize(JsonTree.LONGEST);
    }
}
