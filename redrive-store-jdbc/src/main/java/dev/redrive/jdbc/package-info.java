/** Dead letters in relational databases: SQLite as a file beside the application, PostgreSQL for many servers. */
@NullMarked
package dev.redrive.jdbc;

import org.jspecify.annotations.NullMarked;
