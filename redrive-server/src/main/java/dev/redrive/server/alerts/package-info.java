/** Tells people what needs them: rules over kept counters, and the ways to people. Nothing in the engine waits for it. */
@NullMarked
package dev.redrive.server.alerts;

import org.jspecify.annotations.NullMarked;
