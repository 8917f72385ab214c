/** Erasing what is stored about one person. */
@NullMarked
package dev.redrive.server.erasure;

import org.jspecify.annotations.NullMarked;
