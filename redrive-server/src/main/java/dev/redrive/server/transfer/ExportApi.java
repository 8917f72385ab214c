package dev.redrive.server.transfer;

import dev.redrive.Letters;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Gives whole letters out, a line for each, oldest first. Holds one page of ids and one letter, however many there are. */
@RestController
final class ExportApi {
    static final String LINES = "application/x-ndjson";

    /** Says whether payloads were masked, in which case an import elsewhere would not be the same letters. */
    static final String MASKED = "Redrive-Masked";

    private static final int BUFFER = 64 * 1024;

    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;

    ExportApi(Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    @GetMapping(path = "/dlq/export", produces = LINES)
    void export(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        Filter within = Scope.of(caller).limit(masking.allowed(filter(request.getParameterMap())));
        Page first = letters.search(query(within, null));
        response.setContentType(LINES);
        response.setCharacterEncoding("UTF-8");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(MASKED, Boolean.toString(masking.hidesAnything()));
        Run run = new Run(
                new BufferedOutputStream(response.getOutputStream(), BUFFER), masking, RequestMemory.of(request));
        try {
            run.all(within, first);
        } finally {
            audit.record(caller, "export", subject(request), run.written);
        }
        run.out.flush();
    }

    private Filter filter(Map<String, String[]> parameters) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            if (!FilterWords.NAMES.contains(name)) throw FilterWords.unknown(name, FilterWords.NAMES);
            List<String> given = Arrays.stream(values).filter(v -> !v.isEmpty()).toList();
            if (!given.isEmpty()) words.put(name, given);
        });
        return FilterWords.read(words, clock.instant());
    }

    private static String subject(HttpServletRequest request) {
        return Optional.ofNullable(request.getQueryString())
                .filter(words -> !words.isBlank())
                .orElse("all letters");
    }

    private static Query query(Filter filter, @Nullable LetterId after) {
        return new Query(filter, Query.Sort.CREATED_AT, Query.Direction.ASC, Query.MAX_LIMIT, after, 0);
    }

    /** One export. */
    private final class Run {
        private final OutputStream out;
        private final Masking masking;
        private final RequestMemory held;
        private long written;

        Run(OutputStream out, Masking masking, RequestMemory held) {
            this.out = out;
            this.masking = masking;
            this.held = held;
        }

        void all(Filter filter, Page first) throws IOException {
            Page page = first;
            while (true) {
                for (Summary letter : page.items()) one(letter.id());
                if (page.next() == null) return;
                page = letters.search(query(filter, page.next()));
            }
        }

        /** One that was deleted meanwhile is left out. */
        private void one(LetterId id) throws IOException {
            held.release();
            var letter = held.find(letters, id);
            if (letter.isEmpty()) return;
            LetterJsonWriter.line(out, masking.shown(copied(letter.get())));
            written++;
        }

        /** What is sealed stays here, so that a copy elsewhere is not whole. */
        private DeadLetter copied(DeadLetter letter) {
            Message message = letter.message();
            boolean isWhole = message.sealed().isEmpty() || !message.isWhole();
            return isWhole ? letter : letter.with(message.with(Completeness.REMOVED));
        }
    }
}
