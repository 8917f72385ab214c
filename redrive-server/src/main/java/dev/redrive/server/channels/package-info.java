/** Channels: how they flow, and holding and releasing them. */
@NullMarked
package dev.redrive.server.channels;

import org.jspecify.annotations.NullMarked;
