/** Letters over HTTP: how they come in, how they are shown, and what people decide about them. */
@NullMarked
package dev.redrive.server.letters;

import org.jspecify.annotations.NullMarked;
