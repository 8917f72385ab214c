/** Verbs that show what retention does and run it. */
@NullMarked
package dev.redrive.cli.retention;

import org.jspecify.annotations.NullMarked;
