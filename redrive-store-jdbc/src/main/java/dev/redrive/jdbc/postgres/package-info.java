/** The PostgreSQL store. */
@NullMarked
package dev.redrive.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
