/** Replays on the packaged server, also while nodes fail. */
@NullMarked
package dev.redrive.endtoend.replay;

import org.jspecify.annotations.NullMarked;
