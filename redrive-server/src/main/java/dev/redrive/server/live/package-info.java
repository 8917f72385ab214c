/** Live events for watching clients. */
@NullMarked
package dev.redrive.server.live;

import org.jspecify.annotations.NullMarked;
