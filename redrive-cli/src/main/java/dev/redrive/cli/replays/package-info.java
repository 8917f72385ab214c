/** Verbs about replays. */
@NullMarked
package dev.redrive.cli.replays;

import org.jspecify.annotations.NullMarked;
