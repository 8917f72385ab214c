/** The retry engine: claims due letters, runs attempts, settles their results. */
@NullMarked
package dev.redrive.engine;

import org.jspecify.annotations.NullMarked;
