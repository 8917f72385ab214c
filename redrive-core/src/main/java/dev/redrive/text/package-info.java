/** Small helpers that several packages share: name patterns, bounded names, text that every store can hold. */
@NullMarked
package dev.redrive.text;

import org.jspecify.annotations.NullMarked;
