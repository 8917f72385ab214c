/** Verbs that export, import and back up. */
@NullMarked
package dev.redrive.cli.transfer;

import org.jspecify.annotations.NullMarked;
