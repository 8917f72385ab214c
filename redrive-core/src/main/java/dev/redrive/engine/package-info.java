/** Targets and handlers, to which letters are sent, and the options of the engine that sends them. */
@NullMarked
package dev.redrive.engine;

import org.jspecify.annotations.NullMarked;
