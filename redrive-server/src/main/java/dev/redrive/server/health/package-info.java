/** Whether the server works, for probes and for people. */
@NullMarked
package dev.redrive.server.health;

import org.jspecify.annotations.NullMarked;
