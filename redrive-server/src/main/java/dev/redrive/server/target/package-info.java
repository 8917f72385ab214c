/** The way back out over HTTP, to configured addresses only. */
@NullMarked
package dev.redrive.server.target;

import org.jspecify.annotations.NullMarked;
