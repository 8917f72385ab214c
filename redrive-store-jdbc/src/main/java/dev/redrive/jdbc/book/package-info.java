/** The tables of replays, audit lines, alerts and series, the same on both databases. */
@NullMarked
package dev.redrive.jdbc.book;

import org.jspecify.annotations.NullMarked;
