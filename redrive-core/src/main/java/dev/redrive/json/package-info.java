/** JSON that keeps every digit: scanner, writer and paths. */
@NullMarked
package dev.redrive.json;

import org.jspecify.annotations.NullMarked;
