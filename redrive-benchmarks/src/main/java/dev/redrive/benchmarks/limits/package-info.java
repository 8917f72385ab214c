/** Hand-written loops on PostgreSQL and SQLite: the limits of each rate. */
@NullMarked
package dev.redrive.benchmarks.limits;

import org.jspecify.annotations.NullMarked;
