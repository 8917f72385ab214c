/** Reads retry strategies from settings. */
@NullMarked
package dev.redrive.internal.policy;

import org.jspecify.annotations.NullMarked;
