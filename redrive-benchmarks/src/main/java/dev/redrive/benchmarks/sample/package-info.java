/** The failed messages that every subject stores. */
@NullMarked
package dev.redrive.benchmarks.sample;

import org.jspecify.annotations.NullMarked;
