/** Replays over HTTP: planned, previewed, steered, watched, and read line by line. */
@NullMarked
package dev.redrive.server.replays;

import org.jspecify.annotations.NullMarked;
