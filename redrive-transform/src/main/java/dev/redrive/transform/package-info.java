/** What transforms are, what limits them and how they fail. */
@NullMarked
package dev.redrive.transform;

import org.jspecify.annotations.NullMarked;
