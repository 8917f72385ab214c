/** The nodes of the cluster, and what each of them does. */
@NullMarked
package dev.redrive.server.nodes;

import org.jspecify.annotations.NullMarked;
