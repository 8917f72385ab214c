package dev.redrive.server.nodes;

import java.util.Locale;

/**
 * The circuit of a target on one node.
 *
 * @param state {@code OPEN} or {@code HALF_OPEN}
 */
public record NodeCircuit(String node, String state) {
    public String words() {
        return state.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
