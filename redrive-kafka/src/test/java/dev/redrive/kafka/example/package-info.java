/** An application without Spring, as docs/kafka.md shows it. */
@NullMarked
package dev.redrive.kafka.example;

import org.jspecify.annotations.NullMarked;
