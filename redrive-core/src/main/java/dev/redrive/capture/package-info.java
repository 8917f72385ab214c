/** How a failed message becomes a letter: what is taken over, what is hidden, what is understood about the error. */
@NullMarked
package dev.redrive.capture;

import org.jspecify.annotations.NullMarked;
