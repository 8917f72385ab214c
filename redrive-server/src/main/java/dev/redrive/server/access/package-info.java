/** Who is calling and what they may do. */
@NullMarked
package dev.redrive.server.access;

import org.jspecify.annotations.NullMarked;
