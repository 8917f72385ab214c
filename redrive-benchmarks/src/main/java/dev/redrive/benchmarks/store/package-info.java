/** Redrive on its stores: capture, drain, queries, a small heap and an old snapshot. */
@NullMarked
package dev.redrive.benchmarks.store;

import org.jspecify.annotations.NullMarked;
