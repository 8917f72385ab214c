/** Values of letters that have a name, by which letters are found. */
@NullMarked
package dev.redrive.store.attributes;

import org.jspecify.annotations.NullMarked;
