/** Reads letters: filters as SQL, text search, pages of letters, and single letters whole. */
@NullMarked
package dev.redrive.jdbc.search;

import org.jspecify.annotations.NullMarked;
