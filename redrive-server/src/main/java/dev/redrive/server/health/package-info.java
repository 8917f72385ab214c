/** Health checks of the server, for probes and for its operators. */
@NullMarked
package dev.redrive.server.health;

import org.jspecify.annotations.NullMarked;
