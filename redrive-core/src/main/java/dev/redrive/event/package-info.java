/** What happened, told to whoever wants to know: metrics, alerts, audit and live pages need no polling. */
@NullMarked
package dev.redrive.event;

import org.jspecify.annotations.NullMarked;
