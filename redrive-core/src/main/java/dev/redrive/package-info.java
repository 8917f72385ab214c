/** Entry point of the library: open a Redrive, guard code that may fail, and set how letters are processed again. */
@NullMarked
package dev.redrive;

import org.jspecify.annotations.NullMarked;
