/** Saved views of the list of letters. */
@NullMarked
package dev.redrive.cli.views;

import org.jspecify.annotations.NullMarked;
