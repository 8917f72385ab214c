/** The processes that work on a store. */
@NullMarked
package dev.redrive.store.nodes;

import org.jspecify.annotations.NullMarked;
