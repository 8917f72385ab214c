/** Sends letters back to Kafka and follows them until their consumers have processed them. */
@NullMarked
package dev.redrive.kafka.sendback;

import org.jspecify.annotations.NullMarked;
