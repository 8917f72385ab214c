/** Runs processing steps and catches what fails, so that the next message is never held up. */
@NullMarked
package dev.redrive.guard;

import org.jspecify.annotations.NullMarked;
