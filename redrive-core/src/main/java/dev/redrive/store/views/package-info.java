/** Views of the list of letters that people saved. */
@NullMarked
package dev.redrive.store.views;

import org.jspecify.annotations.NullMarked;
