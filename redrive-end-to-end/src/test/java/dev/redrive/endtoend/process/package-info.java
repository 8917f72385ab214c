/** The packaged server and command line as processes, the HTTP API of a server, and the services it sends to. */
@NullMarked
package dev.redrive.endtoend.process;

import org.jspecify.annotations.NullMarked;
