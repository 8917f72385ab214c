/** The dead letter itself: what failed, why, and where it stands in its life. */
@NullMarked
package dev.redrive.letter;

import org.jspecify.annotations.NullMarked;
