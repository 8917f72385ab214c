/** Replays over HTTP and on their pages. */
@NullMarked
package dev.redrive.server.replays;

import org.jspecify.annotations.NullMarked;
