package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.nodes.Node;
import dev.redrive.store.nodes.Nodes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the list of nodes of every store must keep. */
public abstract class NodesContract extends BookContract<Nodes> {
    @Override
    protected Nodes bookOf(DeadLetterStore store) {
        return store.nodes();
    }

    private static Node node(String name, long seenAfterMinutes) {
        return new Node(
                name, "1.2", "http://a:1", minutes(0), minutes(seenAfterMinutes), Json.object(Map.of("attempts", 3)));
    }

    @Test
    void a_node_is_known_to_all_of_them_as_it_described_itself_last() {
        Node odd = node("b'\"%_ \u20ac", 2);
        Node before = node("a", 1);
        Node after = new Node("a", "1.3", "http://b:2", minutes(3), minutes(4), Json.EMPTY_OBJECT);
        for (Node node : List.of(odd, before, after)) book.seen(node);

        assertThat(other.list()).containsExactly(after, odd);
    }

    @Test
    void a_node_that_ends_is_forgotten() {
        book.seen(node("a", 1));
        book.seen(node("b", 1));

        other.remove("a");
        other.remove("never there");

        assertThat(book.list()).containsExactly(node("b", 1));
    }

    @Test
    void nodes_that_were_not_seen_for_long_are_forgotten() {
        book.seen(node("long ago", 1));
        book.seen(node("just then", 5));

        assertThat(other.forget(minutes(5))).isEqualTo(1);
        assertThat(other.forget(minutes(5))).isZero();

        assertThat(book.list()).containsExactly(node("just then", 5));
    }

    @Test
    void one_that_describes_itself_many_times_at_once_is_there_once() throws Exception {
        List<Node> said = allAtOnce(nodes -> {
            Node node = node("a", Thread.currentThread().getId());
            nodes.seen(node);
            return node;
        });

        assertThat(book.list()).hasSize(1).isSubsetOf(said);
    }
}
