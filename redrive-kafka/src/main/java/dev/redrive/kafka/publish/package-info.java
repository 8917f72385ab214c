/** Publishes failed records to dead letter topics, with a local journal. */
@NullMarked
package dev.redrive.kafka.publish;

import org.jspecify.annotations.NullMarked;
