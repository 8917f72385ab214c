/** Small helpers that several packages and modules share: threads, pauses, shortened and cleaned text. */
@NullMarked
package dev.redrive.internal.text;

import org.jspecify.annotations.NullMarked;
