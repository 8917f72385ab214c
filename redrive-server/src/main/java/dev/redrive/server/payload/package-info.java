/** Payloads as pages show them: as a tree, as text, as bytes, and what is found in them. */
@NullMarked
package dev.redrive.server.payload;

import org.jspecify.annotations.NullMarked;
