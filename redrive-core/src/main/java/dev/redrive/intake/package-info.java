/** Letters that a reader brings from a stream, and letters that come back from one. */
@NullMarked
package dev.redrive.intake;

import org.jspecify.annotations.NullMarked;
