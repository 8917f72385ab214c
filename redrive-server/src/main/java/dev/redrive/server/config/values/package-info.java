/** Single settings as they are written in YAML, in the environment and on the command line, with their mistakes. */
@NullMarked
package dev.redrive.server.config.values;

import org.jspecify.annotations.NullMarked;
