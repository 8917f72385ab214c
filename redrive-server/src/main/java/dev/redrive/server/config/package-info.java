/** The settings of the server: redrive.yaml, the environment and the command line, checked once. */
@NullMarked
package dev.redrive.server.config;

import org.jspecify.annotations.NullMarked;
