package dev.redrive.server.replays;

import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Problem;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form for a plan: what stands in its fields, and what is wrong with that.
 *
 * @param plan the plan that is to be replaced; empty for a new one
 * @param letters which letters that plan is about
 * @param typed the fields by their names
 * @param targets the names that can be chosen
 */
public record ReplayForm(
        Optional<ReplayId> plan,
        String letters,
        Map<String, List<String>> typed,
        Set<String> targets,
        List<Mistake> mistakes) {
    /** The fields that say how letters are sent; their names are those of the API. */
    static final Set<String> OPTIONS = Set.of(
            "ratePerSecond",
            "concurrency",
            "steps",
            "stepPause",
            "stopWhenFailing",
            "target",
            "validate",
            "transform",
            "notes");

    /** The fields that say which letters are meant. */
    static final Set<String> CHOICE = Set.of("channel", "status", "errorType", "time");

    /** What cannot be done as it was typed, and in which field that is; empty when it is about all of them. */
    public record Mistake(String field, String text) {
        static Mistake of(Problem problem) {
            String field = Objects.toString(problem.extras().get("field"), "")
                    .replaceFirst("^filterCriteria\\.", "")
                    .replaceFirst("[.\\[].*", "");
            boolean isKnown = OPTIONS.contains(field) || CHOICE.contains(field);
            return new Mistake(isKnown ? field : "", Objects.requireNonNullElse(problem.getMessage(), ""));
        }
    }

    /** With the usual brakes, and with the criteria that stand in the address. */
    static ReplayForm fresh(Map<String, List<String>> given, Set<String> targets) {
        Map<String, List<String>> typed = new LinkedHashMap<>(given);
        brakes(Brakes.defaults()).forEach((name, value) -> typed.putIfAbsent(name, List.of(value)));
        return new ReplayForm(Optional.empty(), "", typed, targets, List.of());
    }

    /**
     * What the plan says.
     *
     * @param shown the plan as the reader may see it
     */
    static ReplayForm of(Replay shown, SelectionText chosen, Set<String> targets) {
        Map<String, List<String>> typed = new LinkedHashMap<>();
        brakes(shown.brakes()).forEach((name, value) -> typed.put(name, List.of(value)));
        put(typed, "target", shown.task().target());
        put(typed, "transform", shown.task().transform());
        put(typed, "validate", shown.task().validate() ? "true" : null);
        put(typed, "notes", chosen.notes().orElse(null));
        return new ReplayForm(Optional.of(shown.id()), chosen.text(), typed, targets, List.of());
    }

    private static void put(Map<String, List<String>> typed, String name, @Nullable String value) {
        if (value != null) typed.put(name, List.of(value));
    }

    private static Map<String, String> brakes(Brakes brakes) {
        Map<String, String> fields = new LinkedHashMap<>();
        Double rate = brakes.ratePerSecond();
        fields.put("ratePerSecond", rate == null ? "" : plain(BigDecimal.valueOf(rate)));
        fields.put("concurrency", String.valueOf(brakes.concurrency()));
        fields.put("steps", brakes.steps().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        fields.put(
                "stepPause",
                brakes.stepPause().map(pause -> words(pause.toMillis())).orElse(""));
        fields.put(
                "stopWhenFailing",
                plain(BigDecimal.valueOf(brakes.stop().share()).movePointRight(2)));
        return fields;
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    /** {@code 5m}, {@code 90s}, {@code 1500ms}. */
    private static String words(long millis) {
        if (millis % 60_000 == 0) return millis / 60_000 + "m";
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    ReplayForm with(Map<String, List<String>> typed) {
        return new ReplayForm(plan, letters, typed, targets, mistakes);
    }

    ReplayForm with(List<Mistake> mistakes) {
        return new ReplayForm(plan, letters, typed, targets, mistakes);
    }

    // What the page shows

    public String value(String name) {
        return String.join(",", typed.getOrDefault(name, List.of()));
    }

    /** With an empty one for a field in which nothing stands. */
    public List<String> values(String name) {
        List<String> values = typed.getOrDefault(name, List.of());
        return values.isEmpty() ? List.of("") : values;
    }

    public boolean isChosen(String name, String value) {
        return typed.getOrDefault(name, List.of()).contains(value);
    }

    /** What is wrong in a field; with an empty name, what is wrong with the whole. */
    public Optional<String> wrong(String name) {
        return mistakes.stream()
                .filter(mistake -> mistake.field().equals(name))
                .map(Mistake::text)
                .findFirst();
    }

    /** The criteria that came with the address and have no field of their own. */
    public Map<String, List<String>> others() {
        return others(typed);
    }

    /** {@code from} names a plan here. */
    static Map<String, List<String>> others(Map<String, List<String>> typed) {
        Map<String, List<String>> others = new LinkedHashMap<>();
        typed.forEach((name, values) -> {
            boolean isOther = FilterWords.isKnown(name) && !CHOICE.contains(name) && !name.equals("from");
            if (isOther && !values.isEmpty()) others.put(name, values);
        });
        return others;
    }

    /** The statuses whose letters can be in a plan. */
    public static List<LetterStatus> statuses() {
        return Arrays.stream(LetterStatus.values())
                .filter(status -> status.after(Move.CLAIM).isPresent())
                .toList();
    }

    /** The names that can be chosen, and the one that the plan has. */
    public List<String> targetNames() {
        String chosen = value("target");
        return Stream.concat(targets.stream(), Stream.of(chosen).filter(name -> !name.isEmpty()))
                .distinct()
                .toList();
    }
}
