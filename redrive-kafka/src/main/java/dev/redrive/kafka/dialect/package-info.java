/** What others write into dead letter topics, and how it is read: every dialect becomes the same kind of letter. */
@NullMarked
package dev.redrive.kafka.dialect;

import org.jspecify.annotations.NullMarked;
