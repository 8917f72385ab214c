/** Callers, their roles, and what each role may do. */
@NullMarked
package dev.redrive.server.access;

import org.jspecify.annotations.NullMarked;
