/** Verbs that find letters in the archive and bring them back. */
@NullMarked
package dev.redrive.cli.cold;

import org.jspecify.annotations.NullMarked;
