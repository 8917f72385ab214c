/** The meters and the store probe that the server and the Spring Boot starter share. */
@NullMarked
package dev.redrive.metrics;

import org.jspecify.annotations.NullMarked;
