/** Verbs about channels: what waits in them, and holding and releasing them. */
@NullMarked
package dev.redrive.cli.channels;

import org.jspecify.annotations.NullMarked;
