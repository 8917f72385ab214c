/** Causes over HTTP: what failed together, and what people decided about it. */
@NullMarked
package dev.redrive.server.causes;

import org.jspecify.annotations.NullMarked;
