/** Verbs that place, show and lift legal holds. */
@NullMarked
package dev.redrive.cli.holds;

import org.jspecify.annotations.NullMarked;
