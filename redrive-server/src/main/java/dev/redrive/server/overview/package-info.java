/** The first page: charts, health, causes. */
@NullMarked
package dev.redrive.server.overview;

import org.jspecify.annotations.NullMarked;
