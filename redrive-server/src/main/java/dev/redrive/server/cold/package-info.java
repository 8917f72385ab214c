/** Letters in the archive: finding, showing and restoring them. */
@NullMarked
package dev.redrive.server.cold;

import org.jspecify.annotations.NullMarked;
