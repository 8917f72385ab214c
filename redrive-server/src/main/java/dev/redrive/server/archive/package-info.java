/** The archive of the server, as its settings say it. */
@NullMarked
package dev.redrive.server.archive;

import org.jspecify.annotations.NullMarked;
