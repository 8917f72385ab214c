/** The store that keeps letters in the memory of one process: for tests, and where losing them with the process is fine. */
@NullMarked
package dev.redrive.memory;

import org.jspecify.annotations.NullMarked;
