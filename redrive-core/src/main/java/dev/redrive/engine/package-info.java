/** Brings letters back: claims what is due, sends it to its target, settles what came of it. */
@NullMarked
package dev.redrive.engine;

import org.jspecify.annotations.NullMarked;
