package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.letter.DeadLetter;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.web.RequestMemory;
import jakarta.servlet.http.HttpServletRequest;

/** Finds the letter of a page. */
final class LetterReads {
    private LetterReads() {}

    /** One that its reader may see, once there is memory for it. */
    static DeadLetter find(Letters letters, HttpServletRequest request, String id) {
        DeadLetter letter =
                RequestMemory.of(request).find(letters, PageIds.letter(id)).orElseThrow(() -> PageIds.noLetter(id));
        return Scope.of(Caller.of(request)).allowed(letter);
    }
}
