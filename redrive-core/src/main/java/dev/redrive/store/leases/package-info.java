/** Claiming letters, renewing their leases and settling attempts. */
@NullMarked
package dev.redrive.store.leases;

import org.jspecify.annotations.NullMarked;
