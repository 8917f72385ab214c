/** Publishes events to the listeners of this process. */
@NullMarked
package dev.redrive.internal.event;

import org.jspecify.annotations.NullMarked;
