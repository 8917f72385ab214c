/** Letters over HTTP and on their page: lists, details, moves, edits, bulk moves. */
@NullMarked
package dev.redrive.server.letters;

import org.jspecify.annotations.NullMarked;
