/** The pages that people look at: what the API knows, drawn on the server. */
@NullMarked
package dev.redrive.server.pages;

import org.jspecify.annotations.NullMarked;
