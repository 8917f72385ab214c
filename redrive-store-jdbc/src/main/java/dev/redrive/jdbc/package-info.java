/** Opens SQLite and PostgreSQL stores by URL. */
@NullMarked
package dev.redrive.jdbc;

import org.jspecify.annotations.NullMarked;
