/** The kept counters, and the causes that letters failed of. */
@NullMarked
package dev.redrive.mongo.counters;

import org.jspecify.annotations.NullMarked;
