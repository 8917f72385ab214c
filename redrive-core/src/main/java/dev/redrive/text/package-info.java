/** Small helpers that several packages share: name patterns, bounded names and maps, short, clean and valid text, daemon threads, pauses. */
@NullMarked
package dev.redrive.text;

import org.jspecify.annotations.NullMarked;
