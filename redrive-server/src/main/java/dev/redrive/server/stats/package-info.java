/** The numbers: how many letters, how fast, how old, and whether that is healthy. */
@NullMarked
package dev.redrive.server.stats;

import org.jspecify.annotations.NullMarked;
