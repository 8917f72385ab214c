/** The rows of letters, attempts and leases as they are read and written, the same on both databases. */
@NullMarked
package dev.redrive.jdbc.rows;

import org.jspecify.annotations.NullMarked;
