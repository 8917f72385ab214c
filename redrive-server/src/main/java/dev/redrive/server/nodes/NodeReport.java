package dev.redrive.server.nodes;

import dev.redrive.store.nodes.Node;

/**
 * A node of the cluster, as it is now.
 *
 * @param isHere whether it is the one that answers
 * @param isGone when it has not been seen for a minute: it was killed, or does not reach the store
 * @param runsRetention whether it has the lease of retention
 */
public record NodeReport(Node node, NodeWork work, boolean isHere, boolean isGone, boolean runsRetention) {}
