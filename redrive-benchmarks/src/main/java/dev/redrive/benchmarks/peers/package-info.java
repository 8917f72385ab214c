/** Other libraries that do the same work. */
@NullMarked
package dev.redrive.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
