/** Reads transforms, applies them to letters and shows what they changed. */
@NullMarked
package dev.redrive.transform.letter;

import org.jspecify.annotations.NullMarked;
