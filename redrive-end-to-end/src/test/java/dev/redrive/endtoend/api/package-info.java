/** The HTTP API: its description, bad input and roles. */
@NullMarked
package dev.redrive.endtoend.api;

import org.jspecify.annotations.NullMarked;
