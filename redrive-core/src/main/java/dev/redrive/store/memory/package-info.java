/** The store in the memory of one process, for tests. */
@NullMarked
package dev.redrive.store.memory;

import org.jspecify.annotations.NullMarked;
