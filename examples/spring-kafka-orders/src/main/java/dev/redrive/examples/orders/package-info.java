/** Takes orders from Kafka, charges them and confirms them; each of these can fail in its own way. */
@NullMarked
package dev.redrive.examples.orders;

import org.jspecify.annotations.NullMarked;
