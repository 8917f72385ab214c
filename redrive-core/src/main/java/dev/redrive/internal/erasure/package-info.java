/** Erasing what is stored about one person: the search through store and archive, and the erasure of what it found. */
@NullMarked
package dev.redrive.internal.erasure;

import org.jspecify.annotations.NullMarked;
