package dev.redrive.erasure;

import dev.redrive.letter.LetterId;
import dev.redrive.store.holds.LegalHold;
import java.util.Optional;

/**
 * A letter that holds the value.
 *
 * @param hold what keeps it from being erased
 */
public record ErasureMatch(LetterId id, String channel, boolean inStore, boolean inArchive, Optional<LegalHold> hold) {}
