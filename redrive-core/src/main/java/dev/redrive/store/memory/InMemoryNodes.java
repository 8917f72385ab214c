package dev.redrive.store.memory;

import dev.redrive.internal.text.CleanText;
import dev.redrive.store.nodes.Node;
import dev.redrive.store.nodes.Nodes;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The nodes of a store in memory. */
final class InMemoryNodes implements Nodes {
    private final SortedMap<String, Node> nodes = new TreeMap<>();

    @Override
    public synchronized void seen(Node node) {
        nodes.put(node.name(), node);
    }

    @Override
    public synchronized List<Node> list() {
        return List.copyOf(nodes.values());
    }

    @Override
    public synchronized void remove(String name) {
        nodes.remove(CleanText.text(name));
    }

    @Override
    public synchronized int forget(Instant seenBefore) {
        int before = nodes.size();
        nodes.values().removeIf(node -> node.seenAt().isBefore(seenBefore));
        return before - nodes.size();
    }
}
