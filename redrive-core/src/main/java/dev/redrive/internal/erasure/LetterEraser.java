package dev.redrive.internal.erasure;

import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.erasure.ErasureMode;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.internal.redaction.ValueEraser;
import dev.redrive.json.Json;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.questions.WholeLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Erases the letters that a search found. One that cannot be erased is named and stops no other. */
final class LetterEraser {
    private static final int TRIES = 5;

    private final DeadLetterStore store;
    private final ErasureMode mode;
    private final String value;
    private final ValueEraser eraser;
    private final FoundLetters found;
    private final Problems problems;
    private final Set<LetterId> held = new HashSet<>();
    private final Set<LetterId> failed = new HashSet<>();

    LetterEraser(ErasureParts parts, ErasureMode mode, String value, FoundLetters found, Problems problems) {
        this.store = parts.store();
        this.mode = mode;
        this.value = value;
        this.eraser = new ValueEraser(value, parts.keys());
        this.found = found;
        this.problems = problems;
    }

    /** Holds that were placed since the search. */
    long heldSince() {
        return held.size();
    }

    /** How many letters hold the value no more. */
    long erased() {
        failed.removeAll(held);
        return found.count() - found.more() - found.held() - held.size() - failed.size();
    }

    private void fail(LetterId id, String problem) {
        failed.add(id);
        problems.add(id, problem);
    }

    // The store

    void eraseFromStore() {
        List<LetterId> letters = found.inStore();
        for (int i = 0; i < letters.size(); i++) {
            try {
                eraseFromStore(letters.get(i));
            } catch (StoreUnavailable e) {
                failed.addAll(letters.subList(i, letters.size()));
                problems.add(
                        (letters.size() - i) + " letters are not erased, because the store is away: " + e.getMessage());
                return;
            } catch (StoreException e) {
                fail(letters.get(i), "could not be erased: " + e.getMessage());
            }
        }
        if (!letters.isEmpty()) eraseFromFiles();
    }

    /** A store may still have in its files what is in none of its letters. */
    private void eraseFromFiles() {
        try {
            store.reclaim();
        } catch (StoreException e) {
            problems.add("the values may still be in files of the store; erase again: " + e.getMessage());
        }
    }

    private void eraseFromStore(LetterId id) {
        if (mode == ErasureMode.DELETE) delete(id);
        else redact(id);
    }

    private void delete(LetterId id) {
        DeleteResult result = store.delete(id);
        if (result instanceof DeleteResult.Leased lease) leased(id, lease.until());
        else if (result instanceof DeleteResult.Held) held.add(id);
        else if (result instanceof DeleteResult.NoSuchLetter) gone(id);
    }

    private void redact(LetterId id) {
        for (int tries = 0; tries < TRIES; tries++) {
            List<WholeLetter> letter = store.whole(List.of(id), Long.MAX_VALUE);
            if (letter.isEmpty()) {
                gone(id);
                return;
            }
            Optional<WholeLetter> redacted = redacted(letter.get(0));
            if (redacted.isEmpty() || isRewritten(redacted.get())) return;
        }
        fail(id, "changed each time that they were to be redacted; erase again");
    }

    /** False when the letter has changed and has to be read again. */
    private boolean isRewritten(WholeLetter letter) {
        LetterId id = letter.letter().id();
        RewriteResult result = store.rewrite(letter);
        if (result instanceof RewriteResult.Outdated) return false;
        if (result instanceof RewriteResult.Leased lease) leased(id, lease.until());
        else if (result instanceof RewriteResult.Held) held.add(id);
        else if (result instanceof RewriteResult.NoSuchLetter) gone(id);
        return true;
    }

    private void leased(LetterId id, Instant until) {
        fail(id, "are being retried until " + until + " at the latest; erase again then");
    }

    /** To the archive perhaps. */
    private void gone(LetterId id) {
        fail(id, "left the store meanwhile; search again");
    }

    // The archive

    /** @param isAlone asked before each object is written anew: two that do this at once would leave both */
    void eraseFrom(LetterArchive archive, BooleanSupplier isAlone) {
        Set<String> gone;
        try {
            gone = archive.deleteReplaced(found.objects().keySet());
        } catch (ArchiveException e) {
            found.objects().values().forEach(letters -> notErased(letters, e));
            return;
        }
        found.objects().forEach((object, letters) -> {
            if (gone.contains(object.key()) || letters.stream().allMatch(found::isHeld)) return;
            if (isAlone.getAsBoolean()) eraseFrom(archive, object, Set.copyOf(letters));
            else notErased(letters, "retention runs on another node by now; erase again");
        });
    }

    private void eraseFrom(LetterArchive archive, ArchiveObject object, Set<LetterId> letters) {
        try {
            archive.rewrite(
                    object, letter -> isToErase(letter.letter(), letters) ? erased(letter) : Optional.of(letter));
        } catch (ArchiveException | StoreException e) {
            notErased(letters, e);
        }
    }

    private void notErased(Collection<LetterId> letters, RuntimeException why) {
        notErased(letters, String.valueOf(why.getMessage()));
    }

    private void notErased(Collection<LetterId> letters, String why) {
        failed.addAll(unheld(letters));
        problems.add("letters in the archive are not erased: " + why);
    }

    private List<LetterId> unheld(Collection<LetterId> letters) {
        return letters.stream().filter(id -> !found.isHeld(id)).toList();
    }

    private boolean isToErase(DeadLetter letter, Set<LetterId> letters) {
        LetterId id = letter.id();
        if (!letters.contains(id) || found.isHeld(id) || held.contains(id)) return false;
        boolean isHeld = store.holds()
                .on(id, letter.channel(), letter.cause(), letter.lastCause())
                .isPresent();
        if (isHeld) held.add(id);
        return !isHeld;
    }

    private Optional<WholeLetter> erased(WholeLetter letter) {
        return mode == ErasureMode.DELETE
                ? Optional.empty()
                : Optional.of(redacted(letter).orElse(letter));
    }

    // A letter

    /** Empty when it cannot be redacted. */
    private Optional<WholeLetter> redacted(WholeLetter letter) {
        LetterId id = letter.letter().id();
        try {
            WholeLetter redacted = eraser.erase(letter);
            if (quotes(redacted))
                problems.add(
                        id,
                        "still quote the value where it is not redacted, such as in a channel, a topic, a name of a header"
                                + " or a type of an error; delete them instead");
            return Optional.of(redacted);
        } catch (CannotOpen e) {
            fail(id, "were not redacted, because they have sealed values that cannot be opened: " + e.getMessage());
            return Optional.empty();
        }
    }

    private boolean quotes(WholeLetter letter) {
        if (ValueEraser.isShort(value)) return false;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            LetterJsonWriter.line(line, letter);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        String quoted = Json.quote(value);
        return text.contains(value) || text.contains(quoted.substring(1, quoted.length() - 1));
    }
}
