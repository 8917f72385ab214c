/** Filters, searches, counters and causes. */
@NullMarked
package dev.redrive.store.questions;

import org.jspecify.annotations.NullMarked;
