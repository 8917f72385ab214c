/** Reads JSON requests token by token. */
@NullMarked
package dev.redrive.server.json;

import org.jspecify.annotations.NullMarked;
