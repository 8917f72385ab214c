/** The dead letter itself: its message, its failures, its attempts and its status. */
@NullMarked
package dev.redrive.letter;

import org.jspecify.annotations.NullMarked;
