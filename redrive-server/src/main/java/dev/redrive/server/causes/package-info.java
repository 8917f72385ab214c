/** Causes over HTTP and on their page. */
@NullMarked
package dev.redrive.server.causes;

import org.jspecify.annotations.NullMarked;
