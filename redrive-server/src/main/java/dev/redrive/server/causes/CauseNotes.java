package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.CauseNote;
import dev.redrive.letter.CauseId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.web.Problem;
import java.util.List;
import java.util.Objects;

/** Notes about causes. They may quote payloads, so viewers from whom these are masked do not read them. */
final class CauseNotes {
    /** So many fit one cause. */
    static final int MOST = 200;

    private CauseNotes() {}

    /** False when there is no such cause. */
    static boolean add(Letters letters, CauseId cause, String text, String by) {
        if (letters.notes(cause, MOST).size() >= MOST)
            throw Problem.conflict(
                    "cause " + cause + " has " + MOST + " notes already; write further ones where its ticket is");
        return letters.note(cause, text, by);
    }

    /** The newest first. */
    static List<CauseNote> of(Letters letters, CauseId cause, Masking masking) {
        return letters.notes(cause, MOST).stream()
                .map(note ->
                        new CauseNote(Objects.requireNonNullElse(masking.notes(note.text()), ""), note.by(), note.at()))
                .toList();
    }
}
