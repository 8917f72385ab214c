package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.internal.export.LetterLimits;
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
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Adds a tag to many letters, each as an edit of its own. */
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
        TagBody body = TagBody.read(request, settings.http().maxBodyBytes());
        Tagging done;
        try (BulkAuditLine line = new BulkAuditLine(
                audit, caller, "bulk tag", body.tag() + ": " + body.choice().subject())) {
            done = new Tagging(body.tag(), caller, line);
            if (body.choice().isByIds()) done.all(body.choice().ids());
            else done.all(filter(body, caller));
            line.isWhole = true;
        }
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.number("tagged", done.line.count);
            out.number("unchanged", done.unchanged);
            out.number("skipped", done.skipped);
            out.number("notFound", done.notFound);
            out.endObject();
        });
    }

    private Filter filter(TagBody body, Caller caller) {
        Filter wanted = body.choice().filter(clock.instant());
        return Scope.of(caller).limit(Masking.of(settings, caller).allowed(wanted));
    }

    /** One order, and how far it has come. */
    private final class Tagging {
        private final String tag;
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

        /** One letter that the caller may not change refuses the whole order. */
        void all(Iterable<LetterId> ids) {
            Scope scope = Scope.of(caller);
            if (!scope.isAll())
                for (LetterId id : ids) {
                    DeadLetter unused = letters.find(id).map(scope::allowed).orElse(null);
                }
            for (LetterId id : ids) {
                Optional<DeadLetter> letter = letters.find(id);
                if (letter.isEmpty()) notFound++;
                else add(id, letter.get().state().version(), letter.get().tags());
            }
        }

        /** The newest first: what is captured meanwhile is not reached. */
        void all(Filter filter) {
            Query query = Query.newest(filter, Query.MAX_LIMIT);
            Page page = letters.search(query);
            while (true) {
                for (Summary letter : page.items())
                    add(letter.id(), letter.state().version(), letter.tags());
                if (page.next() == null) return;
                page = letters.search(query.after(page.next()));
            }
        }

        private void add(LetterId id, int version, List<String> tags) {
            if (tags.contains(tag)) {
                unchanged++;
                return;
            }
            List<String> more = new ArrayList<>(tags);
            more.add(tag);
            if (more.size() <= LetterLimits.TAGS && isEdited(id, version, more)) line.count++;
            else skipped++;
        }

        private boolean isEdited(LetterId id, int version, List<String> tags) {
            try {
                return letters.edit(id, version, Edit.tags(tags, caller.name())) instanceof EditResult.As;
            } catch (CannotOpen e) {
                return false;
            }
        }
    }
}
