/** Dead letter topics: read, sent back, over TLS and while brokers fail. */
@NullMarked
package dev.redrive.endtoend.kafka;

import org.jspecify.annotations.NullMarked;
