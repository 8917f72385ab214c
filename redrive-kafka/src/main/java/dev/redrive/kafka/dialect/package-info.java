/** Reads what different frameworks write into dead letter topics. */
@NullMarked
package dev.redrive.kafka.dialect;

import org.jspecify.annotations.NullMarked;
