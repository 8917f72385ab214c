/** Patterns of names. */
@NullMarked
package dev.redrive.text;

import org.jspecify.annotations.NullMarked;
