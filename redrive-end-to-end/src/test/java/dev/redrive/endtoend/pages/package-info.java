/** The pages in a real browser. */
@NullMarked
package dev.redrive.endtoend.pages;

import org.jspecify.annotations.NullMarked;
