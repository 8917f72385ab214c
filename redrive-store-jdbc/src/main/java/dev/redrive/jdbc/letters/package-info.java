/** The tables of letters, the same on both databases. */
@NullMarked
package dev.redrive.jdbc.letters;

import org.jspecify.annotations.NullMarked;
