/** Replays, audit lines, alerts, counts per minute, legal holds and runs of retention in MongoDB. */
@NullMarked
package dev.redrive.mongo.book;

import org.jspecify.annotations.NullMarked;
