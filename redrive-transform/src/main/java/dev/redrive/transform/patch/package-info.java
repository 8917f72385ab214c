/** JSON Patch (RFC 6902). */
@NullMarked
package dev.redrive.transform.patch;

import org.jspecify.annotations.NullMarked;
