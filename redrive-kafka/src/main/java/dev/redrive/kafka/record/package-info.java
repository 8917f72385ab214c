/** Records of dead letter topics: names, headers and the JSON that the publisher writes. */
@NullMarked
package dev.redrive.kafka.record;

import org.jspecify.annotations.NullMarked;
