/** Dead letter topics on Kafka: their names, their headers, and the record that our own publisher writes. */
@NullMarked
package dev.redrive.kafka;

import org.jspecify.annotations.NullMarked;
