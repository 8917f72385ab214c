/** Channels that are held: their letters are kept and not sent. */
@NullMarked
package dev.redrive.store.channels;

import org.jspecify.annotations.NullMarked;
