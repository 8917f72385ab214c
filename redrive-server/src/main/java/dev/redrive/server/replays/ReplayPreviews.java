package dev.redrive.server.replays;

import dev.redrive.Letters;
import dev.redrive.ledger.ReplayTask;
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
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.transform.Transform;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.letter.Difference;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tries on single letters what a replay would change in them and hold against them. Nothing is kept or sent. */
@Component
final class ReplayPreviews {
    private static final Set<LetterStatus> REPLAYABLE = Arrays.stream(LetterStatus.values())
            .filter(status -> status.after(Move.CLAIM).isPresent())
            .collect(Collectors.toUnmodifiableSet());

    private final Letters letters;
    private final ReplayPlanning planning;
    private final ReplayTransformer transformer;
    private final Settings settings;

    ReplayPreviews(Letters letters, ReplayPlanning planning, ReplayTransformer transformer, Settings settings) {
        this.letters = letters;
        this.planning = planning;
        this.transformer = transformer;
        this.settings = settings;
    }

    /**
     * What becomes of a letter: changed, or the reason why it cannot be.
     *
     * @param violations what the schema of its channel has against it as it would be sent
     */
    record Sample(
            DeadLetter letter,
            @Nullable Message after,
            List<String> violations,
            @Nullable String error) {
        List<Difference> differences() {
            return after == null ? List.of() : Difference.between(letter.message(), after);
        }
    }

    /** Refuses a caller who would see hidden parts of payloads by it. */
    void check(Caller caller) {
        if (Masking.of(settings, caller).hidesAnything())
            throw Problem.forbidden("you cannot preview a transform: parts of the payloads are hidden from you, and a"
                    + " transform would show them");
    }

    /** Refuses a transform that cannot be read, and a check for which there is no schema. */
    void check(ReplayTask task) {
        var unused = transform(task);
    }

    /** The transform of a task; refuses one that cannot be read, and a check for which there is no schema. */
    Optional<Transform> transform(ReplayTask task) {
        Optional<Transform> transform = inField("transform", () -> transformer.transform(task));
        var unused = inField("validate", () -> transformer.prepare(task));
        return transform;
    }

    private static <T> T inField(String field, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw Problem.badField(field, Objects.requireNonNullElse(e.getMessage(), "this cannot be done"));
        }
    }

    /** The first of the letters that a replay would be about. */
    List<LetterId> ids(Caller caller, ReplayBody body, int most) {
        Selection selection = planning.selection(caller, body);
        if (selection instanceof Selection.ByIds byIds)
            return byIds.ids().stream().limit(most).toList();
        Selection.ByFilter chosen = (Selection.ByFilter) selection;
        boolean hasStatus = !chosen.filter().statuses().isEmpty();
        Filter filter = hasStatus ? chosen.filter() : chosen.filter().with(REPLAYABLE);
        Query query = new Query(filter, chosen.sort(), chosen.direction(), most, null, 0);
        return letters.search(query).items().stream().map(Summary::id).toList();
    }

    /** One of the letters that a replay would be about; the last of them when there are fewer. */
    PreviewView one(HttpServletRequest request, ReplayBody body, int place) {
        Caller caller = Caller.of(request);
        check(caller);
        Optional<Transform> transform = transform(body.task());
        List<LetterId> ids = ids(caller, body, ReplayBody.MAX_SAMPLES);
        int shown = Math.min(place, ids.size());
        planning.enter();
        try {
            return ids.stream()
                    .skip(Math.max(0, shown - 1))
                    .findFirst()
                    .flatMap(id -> RequestMemory.of(request).find(letters, id))
                    .map(letter -> sample(letter, transform, body.task().validate()))
                    .map(sample -> PreviewView.of(sample, shown, ids.size()))
                    .orElseThrow(() -> Problem.notFound(
                            "there is no letter to preview: none that was chosen can be" + " replayed now"));
        } finally {
            planning.leave();
        }
    }

    Sample sample(DeadLetter letter, Optional<Transform> transform, boolean validate) {
        try {
            Message after = transform.isPresent() ? transform.get().apply(letter) : letter.message();
            List<String> violations = validate ? transformer.violations(letter.channel(), after.payload()) : List.of();
            return new Sample(letter, letters.shown(letter.id(), after), violations, null);
        } catch (TransformFailed | CannotOpen e) {
            return new Sample(letter, null, List.of(), e.getMessage());
        }
    }
}
