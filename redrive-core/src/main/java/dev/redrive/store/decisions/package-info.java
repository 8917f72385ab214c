/** Moves, edits and deletions by people, and retention. */
@NullMarked
package dev.redrive.store.decisions;

import org.jspecify.annotations.NullMarked;
