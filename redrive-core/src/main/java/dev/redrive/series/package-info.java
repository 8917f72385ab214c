/** Port and values of the counts per minute. */
@NullMarked
package dev.redrive.series;

import org.jspecify.annotations.NullMarked;
