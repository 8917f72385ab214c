/** JSLT expressions with limits on time and size. */
@NullMarked
package dev.redrive.transform.jslt;

import org.jspecify.annotations.NullMarked;
