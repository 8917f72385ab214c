/** Plans and runs replays. */
@NullMarked
package dev.redrive.internal.replay;

import org.jspecify.annotations.NullMarked;
