/** How letters, their failures, attempts and versions stand in documents. */
@NullMarked
package dev.redrive.mongo.documents;

import org.jspecify.annotations.NullMarked;
