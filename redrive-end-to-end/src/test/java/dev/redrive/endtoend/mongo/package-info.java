/** The packaged server with its letters in MongoDB. */
@NullMarked
package dev.redrive.endtoend.mongo;

import org.jspecify.annotations.NullMarked;
