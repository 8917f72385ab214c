/** Verbs about causes. */
@NullMarked
package dev.redrive.cli.causes;

import org.jspecify.annotations.NullMarked;
