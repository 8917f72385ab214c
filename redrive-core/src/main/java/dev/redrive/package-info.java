/** The front door: open a Redrive, guard what may fail, and say how letters go back. */
@NullMarked
package dev.redrive;

import org.jspecify.annotations.NullMarked;
