/** Measures Redrive beside hand-written limits and other libraries, on the same work in the same run. */
@NullMarked
package dev.redrive.benchmarks;

import org.jspecify.annotations.NullMarked;
