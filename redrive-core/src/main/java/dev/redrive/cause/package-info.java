/** What letters have in common: the fingerprint of a failure, by which one bug or outage is one cause. */
@NullMarked
package dev.redrive.cause;

import org.jspecify.annotations.NullMarked;
