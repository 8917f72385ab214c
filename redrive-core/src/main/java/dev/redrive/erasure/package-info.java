/** Erasing what is stored about one person: what to look for, and what was found and done. */
@NullMarked
package dev.redrive.erasure;

import org.jspecify.annotations.NullMarked;
