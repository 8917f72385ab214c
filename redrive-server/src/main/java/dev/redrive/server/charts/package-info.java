/** The charts of the pages: letters by status over time, retries, letters by channel, time in the queue. */
@NullMarked
package dev.redrive.server.charts;

import org.jspecify.annotations.NullMarked;
