/** The server itself: settings, start and stop, clusters, memory, targets and failures around it. */
@NullMarked
package dev.redrive.endtoend.server;

import org.jspecify.annotations.NullMarked;
