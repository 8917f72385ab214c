/** Letters as lines of JSON: written by an export, read back by an import. */
@NullMarked
package dev.redrive.internal.export;

import org.jspecify.annotations.NullMarked;
