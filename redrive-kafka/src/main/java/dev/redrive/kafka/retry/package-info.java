/** The retry service: sends records of dead letter topics back when they are due. */
@NullMarked
package dev.redrive.kafka.retry;

import org.jspecify.annotations.NullMarked;
