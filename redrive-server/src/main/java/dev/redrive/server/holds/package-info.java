/** Legal holds: placing, lifting and listing them. */
@NullMarked
package dev.redrive.server.holds;

import org.jspecify.annotations.NullMarked;
