/** The command line and the launcher. */
@NullMarked
package dev.redrive.endtoend.cli;

import org.jspecify.annotations.NullMarked;
