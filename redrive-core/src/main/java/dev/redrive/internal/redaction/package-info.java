/** Hides and opens values of letters as the rules of a redaction say. */
@NullMarked
package dev.redrive.internal.redaction;

import org.jspecify.annotations.NullMarked;
