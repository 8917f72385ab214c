/** Hides values of letters: removed for good, or sealed for targets and handlers. */
@NullMarked
package dev.redrive.redaction;

import org.jspecify.annotations.NullMarked;
