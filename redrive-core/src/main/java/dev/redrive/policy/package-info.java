/** Whether and when a letter is tried again. */
@NullMarked
package dev.redrive.policy;

import org.jspecify.annotations.NullMarked;
