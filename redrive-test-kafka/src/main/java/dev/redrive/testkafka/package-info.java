/** A Kafka broker for tests, as a process of its own. */
@NullMarked
package dev.redrive.testkafka;

import org.jspecify.annotations.NullMarked;
