package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.InvalidJson;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Priority;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** The tags and the priority of a letter, changed on its page. Each is an edit of the newest version. */
@HtmlPage
public final class TagButtons {
    private final Letters letters;
    private final Audit audit;

    public TagButtons(Letters letters, Audit audit) {
        this.letters = letters;
        this.audit = audit;
    }

    @PostMapping("/letters/{id}/tag")
    View tag(HttpServletRequest request, @PathVariable String id, @RequestParam(defaultValue = "") String tag) {
        String added = checked(tag);
        return edit(request, id, PageNotice.TAGGED, (letter, by) -> {
            if (letter.tags().contains(added)) return Optional.empty();
            if (letter.tags().size() >= LetterLimits.TAGS)
                throw Problem.conflict("A letter has at most " + LetterLimits.TAGS + " tags. Remove one first.");
            List<String> tags = new ArrayList<>(letter.tags());
            tags.add(added);
            return Optional.of(Edit.tags(tags, by));
        });
    }

    private static String checked(String tag) {
        if (tag.length() > LetterLimits.NAME)
            throw Problem.badField("tag", "A tag has at most " + LetterLimits.NAME + " characters.");
        try {
            return LetterLimits.tag("tag", tag.strip());
        } catch (InvalidJson e) {
            throw Problem.of(e);
        }
    }

    @PostMapping("/letters/{id}/untag")
    View untag(HttpServletRequest request, @PathVariable String id, @RequestParam(defaultValue = "") String tag) {
        return edit(request, id, PageNotice.UNTAGGED, (letter, by) -> {
            if (!letter.tags().contains(tag)) return Optional.empty();
            List<String> left =
                    letter.tags().stream().filter(other -> !other.equals(tag)).toList();
            return Optional.of(Edit.tags(left, by));
        });
    }

    @PostMapping("/letters/{id}/priority")
    View priority(
            HttpServletRequest request, @PathVariable String id, @RequestParam(defaultValue = "") String priority) {
        Priority wanted = Arrays.stream(Priority.values())
                .filter(known -> known.name().equals(priority))
                .findFirst()
                .orElseThrow(() -> Problem.badField("priority", "There is no such priority."));
        return edit(
                request,
                id,
                PageNotice.PRIORITY_SET,
                (letter, by) ->
                        letter.priority() == wanted ? Optional.empty() : Optional.of(Edit.priority(wanted, by)));
    }

    /** What is to change of a letter, in a person's name; empty when it is so already. */
    private interface Change {
        Optional<Edit> of(DeadLetter letter, String by);
    }

    private View edit(HttpServletRequest request, String id, PageNotice done, Change change) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        while (true) {
            DeadLetter letter = LetterReads.find(letters, request, id);
            Optional<Edit> edit = change.of(letter, caller.name());
            if (edit.isEmpty()) return back(letter, done);
            EditResult edited = letters.edit(letter.id(), letter.state().version(), edit.get());
            if (edited instanceof EditResult.NotAllowed) return back(letter, PageNotice.REFUSED);
            if (edited instanceof EditResult.NoSuchLetter) throw MoveRefusals.noSuchLetter(letter.id());
            if (!(edited instanceof EditResult.As)) continue;
            audit.record(caller, "edit", id, 1);
            return back(letter, done);
        }
    }

    private static View back(DeadLetter letter, PageNotice notice) {
        return PageRedirect.to("/letters/" + letter.id() + "?notice=" + notice.word());
    }
}
