/** Starts the packaged server as a user would, and looks at it from outside. */
@NullMarked
package dev.redrive.endtoend;

import org.jspecify.annotations.NullMarked;
