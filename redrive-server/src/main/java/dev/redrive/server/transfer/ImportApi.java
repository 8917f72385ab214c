package dev.redrive.server.transfer;

import dev.redrive.Redrive;
import dev.redrive.internal.export.ExportedLetterReader;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.json.LineReader;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.RequestMemory;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes in what another server exported. Letters that are here already stay as they are, so it can be done again. */
@RestController
final class ImportApi {
    /** What a letter has beside its payload, which may be in base64: attempts with stack traces, headers. */
    private static final long BESIDE_PAYLOAD = 16L * 1024 * 1024;

    private final Redrive redrive;
    private final ExportedLetterReader reader;
    private final Audit audit;
    private final InstantSource clock;
    private final long longestLine;

    ImportApi(Redrive redrive, Settings settings, Audit audit, InstantSource clock) {
        this.redrive = redrive;
        this.reader = new ExportedLetterReader(settings.http().maxPayloadBytes());
        this.audit = audit;
        this.clock = clock;
        this.longestLine = 2L * settings.http().maxPayloadBytes() + BESIDE_PAYLOAD;
    }

    @PostMapping(
            path = "/dlq/import",
            consumes = {ExportApi.LINES, "application/ndjson", "application/jsonl", Zstd.MEDIA_TYPE},
            produces = MediaType.APPLICATION_JSON_VALUE)
    void take(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        StreamImport run = new StreamImport(redrive, reader, caller, clock);
        try (InputStream in = open(request)) {
            RequestMemory held = RequestMemory.of(request);
            run.run(new LineReader(in, longestLine, held), held);
        } finally {
            if (run.fresh() > 0) audit.record(caller, "import", "letters of another server", run.fresh());
        }
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.number("read", run.stored());
            out.number("new", run.fresh());
            out.number("known", run.stored() - run.fresh());
            out.endObject();
        });
    }

    private static InputStream open(HttpServletRequest request) {
        try {
            return Zstd.open(request);
        } catch (IOException e) {
            throw Body.unreadable(e);
        }
    }
}
