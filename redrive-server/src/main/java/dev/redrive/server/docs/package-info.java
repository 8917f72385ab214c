/** The description of the HTTP API, for programs and for people. */
@NullMarked
package dev.redrive.server.docs;

import org.jspecify.annotations.NullMarked;
