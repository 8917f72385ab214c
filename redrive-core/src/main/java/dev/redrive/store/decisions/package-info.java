/** Manual moves, edits and deletions, and retention. */
@NullMarked
package dev.redrive.store.decisions;

import org.jspecify.annotations.NullMarked;
