/** Legal holds: orders to keep letters. */
@NullMarked
package dev.redrive.store.holds;

import org.jspecify.annotations.NullMarked;
