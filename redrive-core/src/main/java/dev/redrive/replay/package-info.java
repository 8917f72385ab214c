/** Plans and runs replays. */
@NullMarked
package dev.redrive.replay;

import org.jspecify.annotations.NullMarked;
