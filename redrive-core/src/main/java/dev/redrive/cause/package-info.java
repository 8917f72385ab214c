/** Groups failures by fingerprint, so that one bug or outage is one cause. */
@NullMarked
package dev.redrive.cause;

import org.jspecify.annotations.NullMarked;
