/** Diagnoses failures: classifies them and finds what they share with others of the same cause. */
@NullMarked
package dev.redrive.internal.cause;

import org.jspecify.annotations.NullMarked;
