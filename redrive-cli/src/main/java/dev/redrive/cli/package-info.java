/** The program: its verbs, what they ask of a server, and how they show the answers. */
@NullMarked
package dev.redrive.cli;

import org.jspecify.annotations.NullMarked;
