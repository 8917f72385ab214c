package dev.redrive.server.replays;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.letters.LetterChoice;
import dev.redrive.server.letters.SortWords;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body of a replay request, selection and options: flat, within {@code reprocessingOptions}, or some of both. */
final class ReplayBody {
    static final int MAX_SAMPLES = 20;

    private static final String WRAPPER = "reprocessingOptions";
    private static final int USUAL_SAMPLES = 5;
    private static final List<String> OTHERS = List.of(
            "cause",
            "anyCause",
            "prioritization",
            "validate",
            "transform",
            "target",
            "dryRun",
            "takeOver",
            "start",
            "notes",
            "samples",
            WRAPPER);

    private final LetterChoice choice = new LetterChoice();
    private final BrakeFields brakeFields = new BrakeFields();
    private Query.Sort sort = Query.Sort.CREATED_AT;
    private Query.Direction direction = Query.Direction.ASC;
    private boolean validate;
    private boolean dryRun;
    private boolean takeOver;
    private boolean start;
    private @Nullable Json transform;
    private @Nullable String target;
    private int samples = USUAL_SAMPLES;
    private Json asked = Json.EMPTY_OBJECT;
    private Brakes brakes = Brakes.defaults();

    private ReplayBody() {}

    static ReplayBody read(byte[] bytes) {
        ReplayBody body = parsed(bytes);
        body.choice.check(", or a cause");
        return body;
    }

    /** For the letters that were captured for a cause or fail with it now; an empty body says nothing more. */
    static ReplayBody ofCause(String cause, byte[] bytes) {
        ReplayBody body = parsed(bytes.length == 0 ? new byte[] {'{', '}'} : bytes);
        body.choice.criterion("anyCause", cause);
        body.choice.check(" beside the cause");
        body.asked = RequestRecord.withCause(body.asked, cause);
        return body;
    }

    private static ReplayBody parsed(byte[] bytes) {
        ReplayBody body = new ReplayBody();
        boolean unused = JsonStreams.read(bytes, body::readAll);
        body.asked = RequestRecord.read(bytes, WRAPPER);
        body.brakes = body.brakeFields.brakes();
        return body;
    }

    private boolean readAll(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        while (in.nextField()) {
            if (in.name().equals(WRAPPER)) readWrapped(in);
            else field(in);
        }
        return true;
    }

    private void readWrapped(JsonFields in) {
        if (!in.enter(WRAPPER)) return;
        while (in.nextField()) field(in);
    }

    private void field(JsonFields in) {
        if (!choice.read(in) && !brakeFields.read(in) && !other(in)) throw FilterWords.unknown(in.name(), known());
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(LetterChoice.NAMES);
        known.addAll(BrakeFields.NAMES);
        known.addAll(OTHERS);
        return known;
    }

    private boolean other(JsonFields in) {
        switch (in.name()) {
            case "cause", "anyCause" -> choice.criterion(in);
            case "prioritization" -> readOrder(in);
            case "validate" -> validate = isTrue(in);
            case "dryRun" -> dryRun = isTrue(in);
            case "takeOver" -> takeOver = isTrue(in);
            case "start" -> start = isTrue(in);
            case "transform" -> transform = in.isNull() ? null : in.object("transform");
            case "target" -> target = in.text("target", LetterLimits.NAME);
            case "samples" -> samples = samples(in.number("samples", 1, MAX_SAMPLES));
            case "notes" -> {
                // Kept with all else that was asked for; here it is only checked.
                String unused = in.cleanText("notes", LetterLimits.NOTES);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean isTrue(JsonFields in) {
        return Objects.requireNonNullElse(in.bool(in.name()), false);
    }

    private static int samples(@Nullable Long given) {
        return given == null ? USUAL_SAMPLES : given.intValue();
    }

    private void readOrder(JsonFields in) {
        if (!in.enter("prioritization")) return;
        while (in.nextField()) {
            String path = "prioritization." + in.name();
            switch (in.name()) {
                case "orderBy" -> sort = SortWords.sort(path, Objects.requireNonNullElse(in.text(path), "createdAt"));
                case "direction" ->
                    direction = SortWords.direction(path, Objects.requireNonNullElse(in.text(path), "asc"));
                default -> throw FilterWords.unknown(path, List.of("orderBy", "direction"));
            }
        }
    }

    // What was read

    LetterChoice choice() {
        return choice;
    }

    Query.Sort sort() {
        return sort;
    }

    Query.Direction direction() {
        return direction;
    }

    Brakes brakes() {
        return brakes;
    }

    ReplayTask task() {
        return new ReplayTask(target, transform == null ? null : transform.text(), validate, takeOver);
    }

    boolean isDryRun() {
        return dryRun;
    }

    boolean wantsStart() {
        return start;
    }

    int samples() {
        return samples;
    }

    /** What was asked for, flat and as it was written. */
    Json asked() {
        return asked;
    }
}
