/** The temporary folder, the PostgreSQL server and the processor time of a run. */
@NullMarked
package dev.redrive.benchmarks.machine;

import org.jspecify.annotations.NullMarked;
