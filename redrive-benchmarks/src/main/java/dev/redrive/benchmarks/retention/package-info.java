/** Retention with an archive: its speed beside other work, its size, what it gives back, and what a killed run leaves. */
@NullMarked
package dev.redrive.benchmarks.retention;

import org.jspecify.annotations.NullMarked;
