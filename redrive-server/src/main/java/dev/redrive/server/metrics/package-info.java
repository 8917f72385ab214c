/** The meters and spans that monitoring systems collect. */
@NullMarked
package dev.redrive.server.metrics;

import org.jspecify.annotations.NullMarked;
