/** Dead letter topics for Spring Kafka: an error handler for listener containers that also notices outages. */
@NullMarked
package dev.redrive.kafka.spring;

import org.jspecify.annotations.NullMarked;
