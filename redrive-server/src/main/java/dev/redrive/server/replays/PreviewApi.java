package dev.redrive.server.replays;

import dev.redrive.Letters;
import dev.redrive.json.JsonOutput;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Move;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.DifferenceJson;
import dev.redrive.server.letters.LetterJson;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.transform.Transform;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.letter.Difference;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows on a few letters what a replay would change in them and hold against them. Nothing is kept or sent. */
@RestController
final class PreviewApi {
    private static final Set<LetterStatus> REPLAYABLE = Arrays.stream(LetterStatus.values())
            .filter(status -> status.after(Move.CLAIM).isPresent())
            .collect(Collectors.toUnmodifiableSet());

    private final Letters letters;
    private final ReplayPlanning planning;
    private final RequestBodies bodies;
    private final ReplayTransformer transformer;
    private final Settings settings;

    PreviewApi(
            Letters letters,
            ReplayPlanning planning,
            RequestBodies bodies,
            ReplayTransformer transformer,
            Settings settings) {
        this.letters = letters;
        this.planning = planning;
        this.bodies = bodies;
        this.transformer = transformer;
        this.settings = settings;
    }

    @PostMapping(path = "/dlq/replays/preview", produces = MediaType.APPLICATION_JSON_VALUE)
    void preview(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        if (Masking.of(settings, caller).hidesAnything())
            throw Problem.forbidden("you cannot preview a transform: parts of the payloads are hidden from you, and a"
                    + " transform would show them");
        ReplayBody body = bodies.replay(request);
        Optional<Transform> transform = prepare(body);
        List<LetterId> ids = ids(planning.selection(caller, body), body.samples());
        planning.enter();
        try {
            JsonStreams.answer(
                    response,
                    HttpServletResponse.SC_OK,
                    out -> samples(out, ids, transform, body, RequestMemory.of(request)));
        } finally {
            planning.leave();
        }
    }

    /** One letter at a time: each may be large. */
    private void samples(
            JsonOutput out, List<LetterId> ids, Optional<Transform> transform, ReplayBody body, RequestMemory held) {
        boolean validate = body.task().validate();
        out.startObject();
        out.startArray("items");
        for (LetterId id : ids) {
            held.release();
            held.find(letters, id).ifPresent(letter -> sample(out, letter, outcome(letter, transform, validate)));
        }
        out.endArray();
        out.endObject();
    }

    private Optional<Transform> prepare(ReplayBody body) {
        try {
            var unused = transformer.prepare(body.task());
            return transformer.transform(body.task());
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Objects.requireNonNullElse(e.getMessage(), "this cannot be done"));
        }
    }

    private List<LetterId> ids(Selection selection, int most) {
        if (selection instanceof Selection.ByIds byIds)
            return byIds.ids().stream().limit(most).toList();
        Selection.ByFilter chosen = (Selection.ByFilter) selection;
        boolean hasStatus = !chosen.filter().statuses().isEmpty();
        Filter filter = hasStatus ? chosen.filter() : chosen.filter().with(REPLAYABLE);
        Query query = new Query(filter, chosen.sort(), chosen.direction(), most, null, 0);
        return letters.search(query).items().stream().map(Summary::id).toList();
    }

    /** What becomes of a letter: changed, or the reason why it cannot be. */
    private record Outcome(
            @Nullable Message after,
            List<String> violations,
            @Nullable String error) {}

    private Outcome outcome(DeadLetter letter, Optional<Transform> transform, boolean validate) {
        try {
            Message after = transform.isPresent() ? transform.get().apply(letter) : letter.message();
            List<String> violations = validate ? transformer.violations(letter.channel(), after.payload()) : List.of();
            return new Outcome(letters.shown(letter.id(), after), violations, null);
        } catch (TransformFailed | CannotOpen e) {
            return new Outcome(null, List.of(), e.getMessage());
        }
    }

    private static void sample(JsonOutput out, DeadLetter letter, Outcome outcome) {
        LetterJson json = new LetterJson(out, Masking.nothing());
        Message after = outcome.after();
        out.startObject();
        out.text("letterId", letter.id().toString());
        out.text("channel", letter.channel());
        out.name("before");
        json.message(letter.message());
        out.name("after");
        if (after == null) out.nullValue();
        else json.message(after);
        DifferenceJson.write(out, after == null ? List.of() : Difference.between(letter.message(), after));
        out.startArray("violations");
        outcome.violations().forEach(out::text);
        out.endArray();
        out.text("error", outcome.error());
        out.endObject();
    }
}
