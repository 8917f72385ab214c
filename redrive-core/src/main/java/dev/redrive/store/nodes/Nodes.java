package dev.redrive.store.nodes;

import java.time.Instant;
import java.util.List;

/** The nodes that work on a store, each as it described itself last. */
public interface Nodes {
    /** Keeps what a node says about itself, in the place of what it said before. */
    void seen(Node node);

    /** All that are known, by name. */
    List<Node> list();

    /** Forgets a node that ends. */
    void remove(String name);

    /** Forgets those that were not seen since; returns how many. */
    int forget(Instant seenBefore);
}
