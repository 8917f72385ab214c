/** What kind of failure it is and whether trying again may help: the built-in rules and those of the user. */
@NullMarked
package dev.redrive.classify;

import org.jspecify.annotations.NullMarked;
