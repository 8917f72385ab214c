/** Kafka in the server: dead letter topics are read, letters go back, and what became of them is watched. */
@NullMarked
package dev.redrive.server.kafka;

import org.jspecify.annotations.NullMarked;
