package dev.redrive.server.holds;

import dev.redrive.Letters;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.HoldJson;
import dev.redrive.server.web.Problem;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Places and lifts legal holds. They reach across channels, so the access rules keep out callers who see only some. */
@RestController
final class HoldsApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final Letters letters;
    private final Settings settings;
    private final RedactionGate gate;
    private final Audit audit;
    private final InstantSource clock;

    HoldsApi(Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.settings = settings;
        this.gate = new RedactionGate(settings.redaction());
        this.audit = audit;
        this.clock = clock;
    }

    @GetMapping(path = "/dlq/holds", produces = JSON)
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Masking masking = Masking.of(settings, Caller.of(request));
        List<LegalHold> holds = letters.holds();
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            holds.forEach(new HoldJson(out, masking)::hold);
            out.endArray();
            out.endObject();
        });
    }

    @PostMapping(path = "/dlq/holds", produces = JSON)
    void place(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        HoldBody body = HoldBody.of(request);
        LegalHold wanted = new LegalHold(
                body.subject(),
                caller.name(),
                gate.text(body.reason()),
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
        if (letters.holds().size() >= LegalHolds.MOST) throw tooMany();
        LegalHold placed = letters.hold(wanted);
        boolean isNew = placed.equals(wanted);
        if (isNew) audit.record(caller, "hold", HoldJson.text(placed.subject()) + ": " + placed.reason(), 0);
        answer(response, isNew ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK, placed);
    }

    private static Problem tooMany() {
        return Problem.conflict("there are " + LegalHolds.MOST
                + " legal holds already; hold a channel or a cause instead of many letters, or lift some");
    }

    // Without a type of its answer: for other types Spring would take the path for that of a letter.
    @DeleteMapping("/dlq/holds")
    void lift(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        HoldSubject subject = HoldSubjects.ofParameters(request.getParameterMap());
        LegalHold lifted = letters.liftHold(subject)
                .orElseThrow(() -> Problem.notFound("there is no legal hold on " + HoldJson.text(subject)));
        audit.record(caller, "hold.lift", HoldJson.text(subject) + ": " + lifted.reason(), 0);
        answer(response, HttpServletResponse.SC_OK, lifted);
    }

    private static void answer(HttpServletResponse response, int status, LegalHold hold) throws IOException {
        JsonStreams.answer(response, status, out -> new HoldJson(out, Masking.nothing()).hold(hold));
    }
}
