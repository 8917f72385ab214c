package dev.redrive.server.letters;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which letters a bulk order means: those of some ids, or all that a filter means, never simply all. */
final class BulkBody {
    private static final int MAX_IDS = 10_000;
    private static final int MAX_VALUES = 1000;
    private static final String CRITERIA = "filterCriteria";

    /** What the planned replays of the same form take; until then it has nothing to act on. */
    private static final Set<String> PLANNING = Set.of("batchSize", "concurrency", "prioritization");

    private static final List<String> OF_BOTH = List.of("ids", CRITERIA, "startDate", "endDate", "dryRun");

    private final Set<LetterId> ids = new LinkedHashSet<>();
    private final Map<String, List<String>> words = new LinkedHashMap<>();
    private boolean byIds;
    private boolean dryRun;
    private @Nullable String strategy;
    private @Nullable String notes;

    private BulkBody() {}

    static BulkBody forRetry(HttpServletRequest request, long limit) {
        return read(request, limit, false);
    }

    static BulkBody forArchive(HttpServletRequest request, long limit) {
        BulkBody body = read(request, limit, true);
        // Old letters that nobody asked about by status are those that are done with.
        if (body.words.keySet().equals(Set.of("olderThan")))
            body.words.put("status", List.of(LetterStatus.RESOLVED.name()));
        return body;
    }

    private static BulkBody read(HttpServletRequest request, long limit, boolean archive) {
        // Not left to the mapping: it would go on to look for a letter of the name "bulk".
        OrderBody.requireJson(request);
        byte[] bytes = Body.whole(request, limit);
        BulkBody body = JsonFields.read(bytes, 0, bytes.length, in -> new BulkBody().read(in, archive));
        if (body.byIds == !body.words.isEmpty())
            throw Problem.badRequest("say which letters: either ids, or at least one criterion in " + CRITERIA
                    + (archive ? ", or olderThan and status" : ""));
        return body;
    }

    private BulkBody read(JsonFields in, boolean archive) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        while (in.nextField()) {
            if (!common(in) && !(archive ? ofArchive(in) : ofRetry(in)))
                throw FilterWords.unknown(in.name(), known(archive));
        }
        return this;
    }

    private static List<String> known(boolean archive) {
        List<String> known = new ArrayList<>(OF_BOTH);
        known.addAll(archive ? List.of("olderThan", "status", "strategy", "notes") : PLANNING);
        return known;
    }

    private boolean common(JsonFields in) {
        switch (in.name()) {
            case "ids" -> readIds(in);
            case CRITERIA -> readCriteria(in);
            case "startDate", "endDate" -> criterion(in.name(), in, in.name());
            case "dryRun" -> dryRun = Objects.requireNonNullElse(in.bool("dryRun"), false);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean ofArchive(JsonFields in) {
        switch (in.name()) {
            case "olderThan", "status" -> criterion(in.name(), in, in.name());
            case "strategy" -> strategy = in.text("strategy", LetterLimits.NAME);
            case "notes" -> notes = in.cleanText("notes", LetterLimits.NOTES);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean ofRetry(JsonFields in) {
        if (!PLANNING.contains(in.name())) return false;
        in.skip();
        return true;
    }

    private void readIds(JsonFields in) {
        if (!in.enterArray("ids")) return;
        byIds = true;
        int index = 0;
        while (in.nextElement()) {
            if (ids.size() == MAX_IDS)
                throw Problem.badField("ids", "at most " + MAX_IDS + " ids at once; use " + CRITERIA + " for more");
            String path = "ids[" + index++ + "]";
            ids.add(Ids.letter(path, Objects.requireNonNullElse(in.text(path), "")));
        }
    }

    private void readCriteria(JsonFields in) {
        if (!in.enter(CRITERIA)) return;
        while (in.nextField()) criterion(in.name(), in, CRITERIA + "." + in.name());
    }

    private void criterion(String name, JsonFields in, String path) {
        List<String> values = new ArrayList<>();
        if (in.isArray()) {
            while (in.nextElement()) values.add(value(in, path));
        } else if (!in.isNull()) {
            values.add(value(in, path));
        }
        if (values.size() > MAX_VALUES) throw Problem.badField(path, path + " has more than " + MAX_VALUES + " values");
        if (!values.isEmpty() && words.put(name, values) != null)
            throw Problem.badField(path, path + " is given twice");
    }

    private static String value(JsonFields in, String path) {
        String word = in.word(path);
        if (word == null) throw Problem.badField(path, path + " must not hold null");
        return word;
    }

    boolean isByIds() {
        return byIds;
    }

    Set<LetterId> ids() {
        return ids;
    }

    boolean isDryRun() {
        return dryRun;
    }

    Filter filter(Instant now) {
        return FilterWords.read(words, now);
    }

    @Nullable
    String strategy() {
        return strategy;
    }

    @Nullable
    String notes() {
        return notes;
    }

    /** For the audit log: what was asked for, without the letters' contents. */
    String subject() {
        return byIds ? ids.size() + " ids" : words.toString();
    }
}
