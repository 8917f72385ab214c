/** Local files that keep letters and records while the store or the broker is unavailable. */
@NullMarked
package dev.redrive.internal.journal;

import org.jspecify.annotations.NullMarked;
