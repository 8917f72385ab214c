/** JSON as values that keep every digit: read, built and written. */
@NullMarked
package dev.redrive.cli.json;

import org.jspecify.annotations.NullMarked;
