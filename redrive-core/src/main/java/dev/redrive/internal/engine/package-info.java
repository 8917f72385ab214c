/** Claims due letters, runs their attempts and settles the results. */
@NullMarked
package dev.redrive.internal.engine;

import org.jspecify.annotations.NullMarked;
