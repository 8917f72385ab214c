/** Dead letters in MongoDB. */
@NullMarked
package dev.redrive.mongo;

import org.jspecify.annotations.NullMarked;
