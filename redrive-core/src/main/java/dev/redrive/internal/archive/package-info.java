/** Letters in the archive: the format of its objects, and how letters get there and back. */
@NullMarked
package dev.redrive.internal.archive;

import org.jspecify.annotations.NullMarked;
