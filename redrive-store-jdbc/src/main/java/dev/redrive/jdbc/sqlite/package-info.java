/** The SQLite store and its backups. */
@NullMarked
package dev.redrive.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
