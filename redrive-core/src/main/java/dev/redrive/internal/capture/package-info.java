/** Makes letters of failed messages and stores them, in the journal while the store is unavailable. */
@NullMarked
package dev.redrive.internal.capture;

import org.jspecify.annotations.NullMarked;
