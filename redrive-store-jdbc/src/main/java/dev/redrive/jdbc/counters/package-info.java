/** The counters of letters: keys, changes, the log that they are appended to, and the queries that read them. */
@NullMarked
package dev.redrive.jdbc.counters;

import org.jspecify.annotations.NullMarked;
