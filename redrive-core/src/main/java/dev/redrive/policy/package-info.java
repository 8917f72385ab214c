/** Whether and when a letter is retried. */
@NullMarked
package dev.redrive.policy;

import org.jspecify.annotations.NullMarked;
