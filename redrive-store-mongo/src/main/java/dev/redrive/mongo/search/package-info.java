/** Answers to questions about letters. */
@NullMarked
package dev.redrive.mongo.search;

import org.jspecify.annotations.NullMarked;
