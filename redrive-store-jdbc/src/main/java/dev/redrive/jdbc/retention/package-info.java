/** How letters leave the tables when their retention is over, the same on both databases. */
@NullMarked
package dev.redrive.jdbc.retention;

import org.jspecify.annotations.NullMarked;
