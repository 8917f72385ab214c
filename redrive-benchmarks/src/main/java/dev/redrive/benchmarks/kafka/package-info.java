/** Records to dead letter topics and from there into a store. */
@NullMarked
package dev.redrive.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
