/** Runs processing steps and captures what fails. */
@NullMarked
package dev.redrive.guard;

import org.jspecify.annotations.NullMarked;
