/** A server, as its callers see it: requests, answers, refusals. */
@NullMarked
package dev.redrive.cli.http;

import org.jspecify.annotations.NullMarked;
