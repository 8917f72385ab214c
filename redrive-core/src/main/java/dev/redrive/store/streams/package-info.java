/** Intake from dead letter streams, with their positions. */
@NullMarked
package dev.redrive.store.streams;

import org.jspecify.annotations.NullMarked;
