package dev.redrive.server.transfer;

import dev.redrive.Letters;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.WholeLetter;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Gives whole letters out, a line for each, oldest first. Holds one page of ids and a bounded part of its letters,
 * however many there are. */
@RestController
final class ExportApi {
    static final String LINES = "application/x-ndjson";

    /** Says whether payloads were masked, in which case an import elsewhere would not be the same letters. */
    static final String MASKED = "Redrive-Masked";

    private static final String COMPRESSION = "compression";
    private static final List<String> KNOWN =
            Stream.concat(FilterWords.NAMES.stream(), Stream.of(COMPRESSION)).toList();
    private static final int BUFFER = 64 * 1024;

    /** Letters are read together up to so many bytes. */
    private static final long TOGETHER = 1024 * 1024;

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

    @GetMapping(
            path = "/dlq/export",
            produces = {LINES, Zstd.MEDIA_TYPE})
    void export(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        boolean packed = isPacked(request);
        Filter within = Scope.of(caller).limit(masking.allowed(filter(request.getParameterMap())));
        Page first = letters.search(query(within, null));
        if (!packed) response.setCharacterEncoding("UTF-8");
        response.setContentType(packed ? Zstd.MEDIA_TYPE : LINES);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(MASKED, Boolean.toString(masking.hidesAnything()));
        OutputStream plain = new BufferedOutputStream(response.getOutputStream(), BUFFER);
        OutputStream out = packed ? Zstd.pack(plain) : plain;
        Run run = new Run(out, masking, RequestMemory.of(request));
        try {
            run.all(within, first);
        } finally {
            audit.record(caller, "export", subject(request), run.written);
        }
        // Not after a failure: packed lines without an end show that some are missing.
        out.close();
    }

    private static boolean isPacked(HttpServletRequest request) {
        String compression = request.getParameter(COMPRESSION);
        if (compression == null || compression.isEmpty() || compression.equals("none")) return false;
        if (compression.equals(Zstd.NAME)) return true;
        throw Problem.badField(COMPRESSION, COMPRESSION + " must be " + Zstd.NAME + " or none");
    }

    private Filter filter(Map<String, String[]> parameters) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            if (name.equals(COMPRESSION)) return;
            if (!FilterWords.isKnown(name)) throw FilterWords.unknown(name, KNOWN);
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
                write(page.items().stream().map(Summary::id).toList());
                if (page.next() == null) return;
                page = letters.search(query(filter, page.next()));
            }
        }

        /** Those that were deleted meanwhile are left out. */
        private void write(List<LetterId> ids) throws IOException {
            List<LetterId> left = ids;
            while (!left.isEmpty()) {
                List<WholeLetter> read = read(left);
                if (read.isEmpty()) return;
                for (WholeLetter letter : read) LetterJsonWriter.exportLine(out, masking.shown(letter));
                written += read.size();
                LetterId last = read.get(read.size() - 1).letter().id();
                left = left.stream().filter(id -> id.compareTo(last) > 0).toList();
            }
        }

        /** The first of them, once there is memory for it, and more of them as long as they are small. */
        private List<WholeLetter> read(List<LetterId> ids) {
            held.release();
            LetterId first = ids.get(0);
            long size = letters.payloadSize(first).orElse(0) + letters.versionBytes(first);
            held.take(Math.max(size, TOGETHER));
            return letters.whole(ids, TOGETHER);
        }
    }
}
