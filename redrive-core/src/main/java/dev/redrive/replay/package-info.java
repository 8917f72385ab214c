/** Planned bulk operations that bring letters back: a fixed set, brakes, and a ledger with a line per letter. */
@NullMarked
package dev.redrive.replay;

import org.jspecify.annotations.NullMarked;
