/** JSON trees that keep numbers and key order. */
@NullMarked
package dev.redrive.transform.json;

import org.jspecify.annotations.NullMarked;
