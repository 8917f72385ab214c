/** Times works and reports their rates beside a limit. */
@NullMarked
package dev.redrive.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
