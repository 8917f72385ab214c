/** Verbs about letters. */
@NullMarked
package dev.redrive.cli.letters;

import org.jspecify.annotations.NullMarked;
