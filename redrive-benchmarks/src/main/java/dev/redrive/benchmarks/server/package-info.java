/** The packaged server under load: captures and replays. */
@NullMarked
package dev.redrive.benchmarks.server;

import org.jspecify.annotations.NullMarked;
