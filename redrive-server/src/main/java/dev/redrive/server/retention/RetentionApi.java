package dev.redrive.server.retention;

import dev.redrive.Redrive;
import dev.redrive.RetentionRuns;
import dev.redrive.json.JsonOutput;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.store.retention.RetentionRun;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says what retention has to do, and runs it. It is about all channels, so the access rules keep others out. */
@RestController
final class RetentionApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final RetentionRuns runs;
    private final RetentionRequests requests;
    private final ServerArchive archive;

    RetentionApi(Redrive redrive, RetentionRequests requests, ServerArchive archive) {
        this.runs = redrive.retention();
        this.requests = requests;
        this.archive = archive;
    }

    @GetMapping(path = "/dlq/retention", produces = JSON)
    void report(HttpServletResponse response) throws IOException {
        RetentionReport report = runs.report();
        answer(
                response,
                HttpServletResponse.SC_OK,
                out -> new RetentionJson(out).report(report, runs.rules(), archive.address()));
    }

    @PostMapping(path = "/dlq/retention/run", produces = JSON)
    void run(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (RunBody.of(request).dryRun()) {
            RunResult.Preview preview = requests.preview();
            answer(response, HttpServletResponse.SC_OK, out -> new RetentionJson(out).preview(preview));
            return;
        }
        Optional<RetentionRun> run = requests.run(Caller.of(request));
        if (run.isPresent())
            answer(response, HttpServletResponse.SC_OK, out -> new RetentionJson(out).ended(run.get()));
        else answer(response, HttpServletResponse.SC_ACCEPTED, out -> new RetentionJson(out).running());
    }

    private static void answer(HttpServletResponse response, int status, Consumer<JsonOutput> content)
            throws IOException {
        JsonStreams.answer(response, status, content);
    }
}
