/** Redrive as one process that any language can use over HTTP. */
@NullMarked
package dev.redrive.server;

import org.jspecify.annotations.NullMarked;
