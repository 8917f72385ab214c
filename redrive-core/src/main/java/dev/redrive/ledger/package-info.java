/** Replays and their ledgers: values and the port that stores them. */
@NullMarked
package dev.redrive.ledger;

import org.jspecify.annotations.NullMarked;
