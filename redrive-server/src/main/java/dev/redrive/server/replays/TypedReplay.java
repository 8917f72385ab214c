package dev.redrive.server.replays;

import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.ledger.Replay;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.pages.TimeRange;
import dev.redrive.server.web.Problem;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes what was typed into the form of a plan as the request that the API takes, so that one reader checks both. */
final class TypedReplay {
    /** They are about one request, not about the plan. */
    private static final Set<String> ONCE = Set.of("start", "dryRun", "samples", "idsInAll");

    private static final int LONGEST_NUMBER = 30;
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, List<String>> typed;

    private TypedReplay(Map<String, List<String>> typed) {
        this.typed = typed;
    }

    /** For the letters that were chosen in the form. */
    static ReplayBody fresh(Map<String, List<String>> typed, Instant now, ZoneId zone) {
        TypedReplay request = new TypedReplay(typed);
        request.choose(now, zone);
        request.options();
        return request.body();
    }

    /**
     * For the letters that another plan chose, and with what the form has no field for.
     *
     * @param shown that plan as it stood in the form; a transform that was not touched stays as it is
     * @param ids its letters when it named them one by one
     */
    static ReplayBody insteadOf(Replay plan, Replay shown, List<LetterId> ids, Map<String, List<String>> typed) {
        TypedReplay request = new TypedReplay(typed);
        request.keep(plan, ids);
        request.options();
        String transform = plan.task().transform();
        if (transform != null
                && request.value("transform").equals(lines(shown.task().transform())))
            request.fields.put("transform", Json.of(transform));
        return request.body();
    }

    /** What is wrong with each field by itself; a request that is refused names only the first of them. */
    static List<ReplayForm.Mistake> mistakes(Map<String, List<String>> typed, Instant now, ZoneId zone) {
        return Stream.concat(ReplayForm.CHOICE.stream(), ReplayForm.OPTIONS.stream())
                .filter(name -> !typed.getOrDefault(name, List.of()).isEmpty())
                .flatMap(name -> mistake(alone(name, typed), now, zone).stream())
                .toList();
    }

    /** With what a request has to have, and with steps for the pause between them. */
    private static Map<String, List<String>> alone(String name, Map<String, List<String>> typed) {
        Map<String, List<String>> alone = new LinkedHashMap<>(Map.of("channel", List.of("*")));
        if (name.equals("stepPause") && typed.containsKey("steps")) alone.put("steps", List.of("1"));
        alone.put(name, typed.getOrDefault(name, List.of()));
        return alone;
    }

    private static Optional<ReplayForm.Mistake> mistake(Map<String, List<String>> alone, Instant now, ZoneId zone) {
        try {
            var unused = fresh(alone, now, zone);
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(ReplayForm.Mistake.of(problem));
        }
    }

    private ReplayBody body() {
        return ReplayBody.read(Json.object(fields).text().getBytes(StandardCharsets.UTF_8));
    }

    // Which letters

    private void choose(Instant now, ZoneId zone) {
        Map<String, Object> criteria = new LinkedHashMap<>(ReplayForm.others(typed));
        for (String name : List.of("channel", "status", "errorType")) {
            List<String> values = typed.getOrDefault(name, List.of());
            if (!values.isEmpty())
                criteria.put(name, values.stream().map(String::strip).toList());
        }
        if (!value("time").isEmpty()) {
            TimeRange range = TimeRange.of(value("time"), now, zone);
            criteria.put("from", range.from().toString());
            range.to().ifPresent(to -> criteria.put("to", to.toString()));
        }
        if (criteria.isEmpty())
            throw Problem.badField(
                    "channel", "say which letters: a channel (* is all), a status, an error type or a time");
        fields.put("filterCriteria", criteria);
    }

    private void keep(Replay plan, List<LetterId> ids) {
        var unused = JsonFields.read(plan.asked(), in -> {
            if (!in.isObject()) in.skip();
            else while (in.nextField()) keep(in);
            return fields;
        });
        if (!ids.isEmpty())
            fields.put("ids", ids.stream().map(LetterId::toString).toList());
        if (fields.toString().contains(Redaction.MASK))
            throw Problem.conflict("parts of what that plan chose its letters by are hidden, so they cannot be chosen"
                    + " again; make a new replay");
    }

    private void keep(JsonFields in) {
        String name = in.name();
        if (ReplayForm.OPTIONS.contains(name) || ONCE.contains(name)) in.skip();
        else fields.put(name, in.value());
    }

    // How they are sent

    private void options() {
        number("ratePerSecond");
        number("concurrency");
        if (!value("steps").isEmpty()) fields.put("steps", steps(value("steps")));
        text("stepPause");
        if (!value("stopWhenFailing").isEmpty()) fields.put("stopWhenFailing", share(value("stopWhenFailing")));
        text("target");
        if (!value("validate").isEmpty()) fields.put("validate", true);
        if (!value("transform").isEmpty()) fields.put("transform", json(value("transform")));
        text("notes");
    }

    private void number(String name) {
        if (value(name).isEmpty()) return;
        if (!(numberIn(value(name)) instanceof BigDecimal number))
            throw Problem.badField(name, "“" + value(name) + "” is no number");
        fields.put(name, number);
    }

    private static List<Object> steps(String text) {
        List<Object> steps = Arrays.stream(text.split("[,;\\s]+"))
                .filter(step -> !step.isEmpty())
                .map(TypedReplay::numberIn)
                .toList();
        if (!steps.stream().allMatch(BigDecimal.class::isInstance))
            throw Problem.badField("steps", "write whole numbers, such as 1, 10, 100");
        return steps;
    }

    private void text(String name) {
        if (!value(name).isEmpty()) fields.put(name, value(name));
    }

    private static Object numberIn(String text) {
        if (text.length() > LONGEST_NUMBER) return text;
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private static BigDecimal share(String text) {
        Object percent = numberIn(text.replace("%", "").strip());
        if (percent instanceof BigDecimal number && number.signum() >= 0 && number.compareTo(ALL) <= 0)
            return number.movePointLeft(2);
        throw Problem.badField("stopWhenFailing", "write how many percent may fail, from 0 to 100; 100 never stops");
    }

    private static Json json(String text) {
        try {
            return Json.of(text);
        } catch (IllegalArgumentException e) {
            throw Problem.badField("transform", "transform is no JSON: " + e.getMessage());
        }
    }

    private String value(String name) {
        return lines(String.join(",", typed.getOrDefault(name, List.of())));
    }

    /** As a browser sends them they end in two characters. */
    private static String lines(@Nullable String text) {
        return text == null ? "" : text.replace("\r\n", "\n").strip();
    }
}
