/** The way of letters back to Kafka, and the watch over them until their consumers have processed them. */
@NullMarked
package dev.redrive.kafka.sendback;

import org.jspecify.annotations.NullMarked;
