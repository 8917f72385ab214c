/** JDBC plumbing: statements, transactions, migrations, column codecs, group commit. */
@NullMarked
package dev.redrive.jdbc.sql;

import org.jspecify.annotations.NullMarked;
