/** The command line client: parses arguments and runs verbs. */
@NullMarked
package dev.redrive.cli;

import org.jspecify.annotations.NullMarked;
