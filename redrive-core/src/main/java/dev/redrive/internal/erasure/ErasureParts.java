package dev.redrive.internal.erasure;

import dev.redrive.archive.Archive;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.DeadLetterStore;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What an erasure works with.
 *
 * @param letters those in the archive
 * @param gate opens what is sealed
 * @param lettersInJournal whether captured letters wait in the local journal
 * @param node this process, as other nodes see who writes the archive
 */
public record ErasureParts(
        DeadLetterStore store,
        Optional<Archive> archive,
        Optional<LetterArchive> letters,
        RedactionGate gate,
        SealKeys keys,
        BooleanSupplier lettersInJournal,
        Events events,
        String node) {}
