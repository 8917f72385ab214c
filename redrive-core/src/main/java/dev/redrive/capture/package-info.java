/** Turns failed messages and records of dead letter streams into letters. */
@NullMarked
package dev.redrive.capture;

import org.jspecify.annotations.NullMarked;
