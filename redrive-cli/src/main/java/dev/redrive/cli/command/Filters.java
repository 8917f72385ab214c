package dev.redrive.cli.command;

import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say which letters are meant, with the same words as the list of the API. */
public final class Filters {
    static final List<String> STATUSES =
            List.of("PENDING", "RETRYING", "REPLAYED", "RESOLVED", "FAILED", "MANUAL", "ARCHIVED");
    static final List<String> CATEGORIES = List.of(
            "TIMEOUT",
            "DOWNSTREAM_FAILURE",
            "PERSISTENCE",
            "RATE_LIMIT",
            "DESERIALIZATION",
            "VALIDATION",
            "DUPLICATE",
            "AUTHORIZATION",
            "NOT_FOUND",
            "UNKNOWN");
    static final List<String> PRIORITIES = List.of("LOW", "NORMAL", "HIGH", "CRITICAL");

    private static final String DURING = "during";
    private static final Set<String> TIMES = Set.of("from", "to", DURING);
    private static final Set<String> CAUSES = Set.of("cause", "lastCause", "anyCause");

    private static final String ATTRIBUTES = "attributes";

    private record Word(String parameter, OptionSpec option) {
        String name() {
            return option.longestName();
        }
    }

    private Filters() {}

    private static List<Word> words() {
        return List.of(
                new Word(
                        "status",
                        Opt.choices("-s, --status", "STATUS", STATUSES, "Such as FAILED; several with commas.")),
                new Word(
                        "channel",
                        Opt.texts("-c, --channel", "NAME", "Where it came from; may be a pattern: payment.*")),
                new Word("errorType", Opt.texts("-e, --error-type", "TYPE", "The type of the error that made it.")),
                new Word("lastErrorType", Opt.texts("--last-error-type", "TYPE", "The type of its newest error.")),
                new Word(
                        "category",
                        Opt.choices("--category", "CATEGORY", CATEGORIES, "Such as TIMEOUT or VALIDATION.")),
                new Word("cause", Opt.texts("--cause", "ID", "What it was captured for; see: redrive causes")),
                new Word("lastCause", Opt.texts("--last-cause", "ID", "The cause that it fails with now.")),
                new Word("anyCause", Opt.texts("--any-cause", "ID", "Captured for it, or failing with it now.")),
                new Word("pattern", Opt.texts("--pattern", "PATTERN", "The event's pattern: order.*")),
                new Word("subscriberId", Opt.text("--subscriber", "ID", "The subscriber that could not process it.")),
                new Word("eventId", Opt.text("--event", "ID", "The id of the event.")),
                new Word("key", Opt.text("-k, --key", "KEY", "The message's key.")),
                new Word(
                        ATTRIBUTES,
                        Opt.texts(
                                "--attr",
                                "NAME=VALUE",
                                "A value at one of search.paths: orderId=ORD-1; all must match.")),
                new Word("tag", Opt.text("--tag", "TAG", "One of its tags.")),
                new Word(
                        "priority",
                        Opt.choices("--priority", "PRIORITY", PRIORITIES, "LOW, NORMAL, HIGH or CRITICAL.")),
                new Word("minRetryCount", Opt.number("--min-retries", "N", "Tried at least so often.")),
                new Word("maxRetryCount", Opt.number("--max-retries", "N", "Tried at most so often.")),
                new Word("from", from("Captured since")),
                new Word("to", to("Captured before")),
                new Word(DURING, during("Captured within")),
                new Word("maxAge", Opt.text("--max-age", "AGE", "Captured within: 30m, 24h, 7d.")),
                new Word("q", Opt.text("-q, --q", "TEXT", "Text in the message, the error or the payload.")));
    }

    private static OptionSpec from(String meaning) {
        return Opt.text("--from, --start-date", "TIME", meaning + ": 24h, yesterday, monday, 2026-11-15.");
    }

    private static OptionSpec to(String meaning) {
        return Opt.text("--to, --end-date", "TIME", meaning + ".");
    }

    private static OptionSpec during(String meaning) {
        return Opt.text("--during", "RANGE", meaning + ": 24h, yesterday.");
    }

    /** Only the options that say when. */
    public static void describeTimes(CommandSpec spec) {
        spec.addOption(from("Since"));
        spec.addOption(to("Before"));
        spec.addOption(during("Within"));
    }

    public static void describe(CommandSpec spec) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                .exclusive(false)
                .validate(false)
                .heading("%nWhich letters:%n")
                .order(50);
        words().forEach(word -> group.addArg(word.option()));
        spec.addArgGroup(group.build());
    }

    /** False when nothing says which letters are meant. */
    public static boolean isGiven(Session session) {
        return words().stream().anyMatch(word -> session.has(word.name()));
    }

    /** What was asked for, as it was typed: {@code status FAILED}, {@code max-age 24h}. */
    public static List<String> words(Session session) {
        return words().stream()
                .filter(word -> session.has(word.name()))
                .map(word -> word.name().replaceFirst("^--", "") + " " + session.typed(word.name()))
                .toList();
    }

    /** As parameters of a request. */
    public static Request addTo(Request request, Session session) {
        for (Word word : words()) {
            if (word.parameter().equals(ATTRIBUTES)) {
                attributes(session).forEach((name, values) -> values.forEach(v -> request.query("attr." + name, v)));
            } else {
                for (String value : values(word, session)) request.query(word.parameter(), value);
            }
        }
        within(session).forEach(request::query);
        return request;
    }

    /** As the {@code filterCriteria} of a request's body. */
    public static Value criteria(Session session) {
        Value.Building criteria = Value.object();
        for (Word word : words()) {
            if (word.parameter().equals(ATTRIBUTES)) {
                if (session.has(word.name())) criteria.with(ATTRIBUTES, attributeCriteria(session));
                continue;
            }
            List<String> values = values(word, session);
            if (values.size() == 1) criteria.with(word.parameter(), Value.of(values.get(0)));
            if (values.size() > 1) criteria.with(word.parameter(), Value.of(values));
        }
        within(session).forEach((name, time) -> criteria.with(name, Value.of(time)));
        return criteria.build();
    }

    /** {@code from} and {@code to}, of whichever of the three options were given. */
    public static Map<String, String> within(Session session) {
        Map<String, String> within = new LinkedHashMap<>();
        session.text("--during").ifPresent(text -> put(within, session.times().range("--during", text)));
        session.text("--from").ifPresent(text -> {
            TimeWords.Range range = session.times().range("--from", text);
            if (range.isRange()) put(within, range);
            else put(within, "from", range.from());
        });
        session.text("--to").ifPresent(text -> put(within, "to", session.times().instant("--to", text)));
        return within;
    }

    private static void put(Map<String, String> within, TimeWords.Range range) {
        put(within, "from", range.from());
        put(within, "to", range.to());
    }

    private static void put(Map<String, String> within, String name, Instant time) {
        if (within.put(name, time.toString()) != null)
            throw new BadUsage("the time is given twice: use --during RANGE, or --from TIME and --to TIME");
    }

    private static Value attributeCriteria(Session session) {
        Value.Building criteria = Value.object();
        attributes(session)
                .forEach((name, values) ->
                        criteria.with(name, values.size() == 1 ? Value.of(values.get(0)) : Value.of(values)));
        return criteria.build();
    }

    /** By their names; a value may have an equals sign in it. */
    private static Map<String, List<String>> attributes(Session session) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        if (!session.has("--attr")) return byName;
        for (String given : session.texts("--attr")) {
            int equals = given.indexOf('=');
            if (equals < 1 || equals == given.length() - 1)
                throw new BadUsage("--attr must be a name and a value, such as orderId=ORD-1, not \"" + given + "\"");
            byName.computeIfAbsent(given.substring(0, equals), name -> new ArrayList<>())
                    .add(given.substring(equals + 1));
        }
        return byName;
    }

    private static List<String> values(Word word, Session session) {
        if (word.parameter().equals("category"))
            return ErrorTypes.categories(session.texts("--category"), session.texts("--error-type"));
        if (!session.has(word.name()) || TIMES.contains(word.parameter())) return List.of();
        if (word.parameter().equals("maxAge"))
            return List.of(
                    session.times().age(word.name(), session.text(word.name()).orElse("")));
        if (word.parameter().equals("errorType")) return ErrorTypes.types(session.texts(word.name()));
        if (word.option().type() == Integer.class) return List.of(String.valueOf(session.number(word.name(), 0)));
        if (word.option().type() == String.class)
            return session.text(word.name()).stream().toList();
        List<String> values = new ArrayList<>(session.texts(word.name()));
        if (CAUSES.contains(word.parameter())) values.replaceAll(cause -> Ids.cause(session, cause));
        return values;
    }
}
