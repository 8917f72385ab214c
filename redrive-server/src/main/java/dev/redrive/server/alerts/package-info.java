/** Alert rules over kept counters, notification channels and delivery retries. Nothing in the engine waits for them. */
@NullMarked
package dev.redrive.server.alerts;

import org.jspecify.annotations.NullMarked;
