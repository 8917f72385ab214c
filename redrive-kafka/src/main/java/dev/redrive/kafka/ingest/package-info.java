/** Finds dead letter topics and reads every record of them into the store once. */
@NullMarked
package dev.redrive.kafka.ingest;

import org.jspecify.annotations.NullMarked;
