package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Adds a tag to many letters, or removes it, each as an edit of its own. */
@RestController
final class BulkTagApi {
    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;

    BulkTagApi(Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping(path = "/dlq/bulk/tag", produces = MediaType.APPLICATION_JSON_VALUE)
    void tag(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        TagBody body = TagBody.toAdd(request, settings.http().maxBodyBytes());
        UUID action = UUID.randomUUID();
        Tagging done;
        try (BulkAuditLine line = new BulkAuditLine(audit, caller, "bulk tag", body.subject())) {
            done = new Adding(body.tag(), caller, line, action);
            done.all(body);
            line.isWhole = true;
        }
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            done.counts(out, "tagged");
            out.text("action", action.toString());
            out.endObject();
        });
    }

    /** From letters by their ids or a filter, or from all that one bulk action tagged and that still have it. */
    @PostMapping(path = "/dlq/bulk/untag", produces = MediaType.APPLICATION_JSON_VALUE)
    void untag(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        TagBody body = TagBody.toRemove(request, settings.http().maxBodyBytes());
        Tagging done;
        try (BulkAuditLine line = new BulkAuditLine(audit, caller, "bulk untag", body.subject())) {
            done = new Removing(body.tag(), caller, line, body.action());
            done.all(body);
            line.isWhole = true;
        }
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            done.counts(out, "untagged");
            out.endObject();
        });
    }

    /** What the version says that a bulk action made, so that it can be undone. */
    private static String note(UUID action) {
        return "bulk action " + action;
    }

    private Filter withTag(String tag, Caller caller) {
        return Scope.of(caller).limit(Filter.builder().tag(tag).build());
    }

    private Filter filter(TagBody body, Caller caller) {
        Filter wanted = body.choice().filter(clock.instant());
        return Scope.of(caller).limit(Masking.of(settings, caller).allowed(wanted));
    }

    /** One order, and how far it has come. */
    private abstract class Tagging {
        final String tag;
        private final Caller caller;
        private final BulkAuditLine line;
        private long unchanged;
        private long skipped;
        private long notFound;

        Tagging(String tag, Caller caller, BulkAuditLine line) {
            this.tag = tag;
            this.caller = caller;
            this.line = line;
        }

        void all(TagBody body) {
            if (body.action() != null) all(withTag(tag, caller));
            else if (body.choice().isByIds()) all(body.choice().ids());
            else all(filter(body, caller));
        }

        void counts(JsonOutput out, String done) {
            out.number(done, line.count);
            out.number("unchanged", unchanged);
            out.number("skipped", skipped);
            out.number("notFound", notFound);
        }

        /** One letter that the caller may not change refuses the whole order. */
        private void all(Iterable<LetterId> ids) {
            Scope scope = Scope.of(caller);
            if (!scope.isAll())
                for (LetterId id : ids) {
                    DeadLetter unused = letters.find(id).map(scope::allowed).orElse(null);
                }
            for (LetterId id : ids) {
                Optional<DeadLetter> letter = letters.find(id);
                if (letter.isEmpty()) notFound++;
                else change(id, letter.get().state().version(), letter.get().tags());
            }
        }

        /** The newest first: what is captured meanwhile is not reached. */
        private void all(Filter filter) {
            Query query = Query.newest(filter, Query.MAX_LIMIT);
            Page page = letters.search(query);
            while (true) {
                for (Summary letter : page.items())
                    change(letter.id(), letter.state().version(), letter.tags());
                if (page.next() == null) return;
                page = letters.search(query.after(page.next()));
            }
        }

        private void change(LetterId id, int version, List<String> tags) {
            if (isSo(id, tags)) {
                unchanged++;
                return;
            }
            List<String> changed = changed(tags);
            if (changed.size() <= LetterLimits.TAGS && isEdited(id, version, changed)) line.count++;
            else skipped++;
        }

        private boolean isEdited(LetterId id, int version, List<String> tags) {
            try {
                Edit edit = Edit.tags(tags, caller.name()).noted(note());
                return letters.edit(id, version, edit) instanceof EditResult.As;
            } catch (CannotOpen e) {
                return false;
            }
        }

        /** True when there is nothing to change of a letter. */
        abstract boolean isSo(LetterId id, List<String> tags);

        abstract List<String> changed(List<String> tags);

        abstract @Nullable String note();
    }

    private final class Adding extends Tagging {
        private final UUID action;

        Adding(String tag, Caller caller, BulkAuditLine line, UUID action) {
            super(tag, caller, line);
            this.action = action;
        }

        @Override
        boolean isSo(LetterId id, List<String> tags) {
            return tags.contains(tag);
        }

        @Override
        List<String> changed(List<String> tags) {
            List<String> more = new ArrayList<>(tags);
            more.add(tag);
            return more;
        }

        @Override
        String note() {
            return BulkTagApi.note(action);
        }
    }

    private final class Removing extends Tagging {
        private final @Nullable UUID action;

        Removing(String tag, Caller caller, BulkAuditLine line, @Nullable UUID action) {
            super(tag, caller, line);
            this.action = action;
        }

        @Override
        boolean isSo(LetterId id, List<String> tags) {
            return !tags.contains(tag) || (action != null && !wasTagged(id, action));
        }

        private boolean wasTagged(LetterId id, UUID by) {
            String note = BulkTagApi.note(by);
            return letters.versions(id).stream().anyMatch(version -> note.equals(version.notes()));
        }

        @Override
        List<String> changed(List<String> tags) {
            return tags.stream().filter(other -> !other.equals(tag)).toList();
        }

        @Override
        @Nullable
        String note() {
            return null;
        }
    }
}
