/** Files of this process: who may read them, and when they are safe on the disk. */
@NullMarked
package dev.redrive.internal.file;

import org.jspecify.annotations.NullMarked;
