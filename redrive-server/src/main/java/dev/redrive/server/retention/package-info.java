/** How long letters are kept, what is due, and the runs that archive and remove it. */
@NullMarked
package dev.redrive.server.retention;

import org.jspecify.annotations.NullMarked;
