/** What happens right now, sent to whoever watches. */
@NullMarked
package dev.redrive.server.live;

import org.jspecify.annotations.NullMarked;
