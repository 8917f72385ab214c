/** The page of channels. */
@NullMarked
package dev.redrive.server.channels;

import org.jspecify.annotations.NullMarked;
