/** Failed messages and stream records on their way in. */
@NullMarked
package dev.redrive.capture;

import org.jspecify.annotations.NullMarked;
