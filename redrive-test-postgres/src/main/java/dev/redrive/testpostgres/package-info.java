/** A PostgreSQL server for tests, as a process of its own. */
@NullMarked
package dev.redrive.testpostgres;

import org.jspecify.annotations.NullMarked;
