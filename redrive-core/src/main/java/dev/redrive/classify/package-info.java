/** Category and retryability of a failure: the built-in rules and those of the user. */
@NullMarked
package dev.redrive.classify;

import org.jspecify.annotations.NullMarked;
