package dev.redrive.server.erasure;

import dev.redrive.Erasure;
import dev.redrive.Redrive;
import dev.redrive.erasure.ErasureReport;
import dev.redrive.internal.text.Sha256;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.erasure.ErasureTasks.Task;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.ProblemJson;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Finds the letters of one person, and erases them once that was confirmed. The audit log has a hash of the value and never the
 * value; it reaches across channels, so the access rules keep out callers who see only some.
 */
@RestController
final class ErasureApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String PATH = "/dlq/erase";

    private final Erasure erasure;
    private final ErasureTasks tasks;
    private final Audit audit;

    ErasureApi(Redrive redrive, ErasureTasks tasks, Audit audit) {
        this.erasure = redrive.erasure();
        this.tasks = tasks;
        this.audit = audit;
    }

    @PostMapping(path = PATH, produces = JSON)
    void erase(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        ErasureBody body = ErasureBody.of(request);
        Task task = tasks.start(body.confirmation(), progress -> work(body, caller, progress));
        response.setHeader(HttpHeaders.LOCATION, PATH + "/" + task.id());
        Optional<ErasureReport> report = tasks.await(task);
        if (report.isPresent()) answer(task, report.get(), response);
        else JsonStreams.answer(response, HttpServletResponse.SC_ACCEPTED, out -> new ErasureJson(out).running(task));
    }

    private static void answer(Task task, ErasureReport report, HttpServletResponse response) throws IOException {
        if (isRefused(report, task.confirmation())) refuse(report, response);
        else JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ErasureJson(out).report(report));
    }

    private ErasureReport work(ErasureBody body, Caller caller, LongConsumer progress) {
        if (body.confirmation().isEmpty()) return erasure.search(body.subject(), progress);
        String confirmation = body.confirmation().get();
        ErasureReport report = erasure.erase(body.subject(), body.mode(), confirmation, caller.name(), progress);
        if (!isRefused(report, body.confirmation()))
            audit.record(caller, "erase", body.audited(Sha256.hex(body.subject().value())), report.erased());
        return report;
    }

    /** Another confirmation than the given one means that the letters are not those that were confirmed. */
    private static boolean isRefused(ErasureReport report, Optional<String> confirmation) {
        return confirmation
                .filter(given -> !given.equals(report.confirmation()))
                .isPresent();
    }

    private static void refuse(ErasureReport report, HttpServletResponse response) throws IOException {
        JsonStreams.answer(
                response,
                HttpServletResponse.SC_CONFLICT,
                ProblemJson.MEDIA_TYPE,
                out -> new ErasureJson(out)
                        .changed(
                                report,
                                "nothing was erased: since they were confirmed, letters with the value came, went, or were"
                                        + " edited, tried or held; look at these, and confirm them with the confirmation in this"
                                        + " answer"));
    }

    @GetMapping(path = PATH + "/{id}", produces = JSON)
    void task(@PathVariable("id") String id, HttpServletResponse response) throws IOException {
        Task task = tasks.find(id)
                .orElseThrow(
                        () -> Problem.notFound("there is no such search or erasure on this node; the last ones are kept"
                                + " until it stops, and searching again does no harm"));
        if (task.isRunning()) {
            JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ErasureJson(out).running(task));
            return;
        }
        answer(task, tasks.await(task).orElseThrow(), response);
    }
}
