/** Runs retention: letters whose time is over leave the store, into the archive when there is one. */
@NullMarked
package dev.redrive.internal.retention;

import org.jspecify.annotations.NullMarked;
