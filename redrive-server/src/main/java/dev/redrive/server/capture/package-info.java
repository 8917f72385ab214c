/** Captures letters over HTTP. */
@NullMarked
package dev.redrive.server.capture;

import org.jspecify.annotations.NullMarked;
