/** What all of the HTTP API shares: problems, parameters, JSON. */
@NullMarked
package dev.redrive.server.web;

import org.jspecify.annotations.NullMarked;
