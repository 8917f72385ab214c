/** Error handler for listener containers of Spring Kafka, with outage detection. */
@NullMarked
package dev.redrive.kafka.spring;

import org.jspecify.annotations.NullMarked;
