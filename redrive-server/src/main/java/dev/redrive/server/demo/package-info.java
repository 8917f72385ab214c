/** A small shop inside the server, with parts that break: something to look at before there are letters of one's own. */
@NullMarked
package dev.redrive.server.demo;

import org.jspecify.annotations.NullMarked;
