/** What retention is about to do and has done. */
@NullMarked
package dev.redrive.retention;

import org.jspecify.annotations.NullMarked;
