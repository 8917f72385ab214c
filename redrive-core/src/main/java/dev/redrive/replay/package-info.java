/** Results of commands for replays, and how letters are changed before a replay sends them. */
@NullMarked
package dev.redrive.replay;

import org.jspecify.annotations.NullMarked;
