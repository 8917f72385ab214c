/** Letters in the archive: what a search finds and what a restore did. */
@NullMarked
package dev.redrive.cold;

import org.jspecify.annotations.NullMarked;
