/** How letters leave a store when their retention is over, and what keeps them from it. */
@NullMarked
package dev.redrive.store.retention;

import org.jspecify.annotations.NullMarked;
