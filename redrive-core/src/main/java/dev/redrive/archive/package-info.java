/** Cold storage: the port for archives, and the archive in a folder. */
@NullMarked
package dev.redrive.archive;

import org.jspecify.annotations.NullMarked;
