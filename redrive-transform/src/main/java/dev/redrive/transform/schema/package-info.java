/** Checks payloads against JSON Schema. */
@NullMarked
package dev.redrive.transform.schema;

import org.jspecify.annotations.NullMarked;
