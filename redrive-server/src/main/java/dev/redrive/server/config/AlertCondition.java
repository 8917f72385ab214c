package dev.redrive.server.config;

import static java.util.Map.entry;

import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.values.Spelling;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When an alert is raised, as {@code backlog > 10000}, {@code oldest-age > 1h} or {@code new-cause}.
 *
 * @param limit empty for {@code never}
 */
record AlertCondition(Optional<Limit> limit) {
    private static final Pattern COMPARED = Pattern.compile("([A-Za-z_-]{1,40})\\s{0,9}([<>])\\s{0,9}(\\S{1,40})");
    private static final Set<Subject> THINGS_THAT_HAPPEN = Set.of(Subject.NEW_CAUSE, Subject.CAUSE_REGRESSED);

    private static final Map<String, Subject> SUBJECTS = Map.ofEntries(
            entry("pending", Subject.PENDING),
            entry("failed", Subject.FAILED),
            entry("manual", Subject.MANUAL),
            entry("ingestion", Subject.INGESTION_PER_MINUTE),
            entry("ingestion-rate", Subject.INGESTION_PER_MINUTE),
            entry("ingestion-per-minute", Subject.INGESTION_PER_MINUTE),
            entry("backlog", Subject.BACKLOG),
            entry("resolution-rate", Subject.RESOLUTION_RATE),
            entry("queue-size", Subject.QUEUE_SIZE),
            entry("oldest-age", Subject.OLDEST_AGE),
            entry("retention-failures", Subject.RETENTION_FAILURES),
            entry("retention-overdue", Subject.RETENTION_OVERDUE),
            entry("new-cause", Subject.NEW_CAUSE),
            entry("cause-regressed", Subject.CAUSE_REGRESSED));

    static final ValueForm<AlertCondition> FORM = ValueForm.of(
                    "pending, failed, manual, ingestion, backlog, resolution-rate, queue-size, oldest-age, retention-failures or"
                            + " retention-overdue, then > or <, then a number (backlog > 10000, resolution-rate < 0.5,"
                            + " oldest-age > 1h); or new-cause, cause-regressed or never",
                    AlertCondition::parse)
            .withHint(text -> Spelling.hint(text.replaceFirst("[\\s<>].*", ""), SUBJECTS.keySet()));

    /** A number and the side of it that is bad. */
    record Limit(Subject subject, Comparison comparison, double threshold) {}

    static AlertCondition parse(String text) {
        if (text.equalsIgnoreCase("never")) return new AlertCondition(Optional.empty());
        Matcher parts = COMPARED.matcher(text);
        return new AlertCondition(Optional.of(parts.matches() ? compared(parts) : happening(text)));
    }

    private static Limit happening(String text) {
        Subject subject = subject(text);
        if (!THINGS_THAT_HAPPEN.contains(subject)) throw ValueForms.notAllowed();
        return new Limit(subject, Comparison.ABOVE, 0);
    }

    private static Limit compared(Matcher parts) {
        Subject subject = subject(parts.group(1));
        if (THINGS_THAT_HAPPEN.contains(subject)) throw ValueForms.notAllowed();
        Comparison comparison = parts.group(2).equals(">") ? Comparison.ABOVE : Comparison.BELOW;
        return new Limit(subject, comparison, threshold(subject, parts.group(3)));
    }

    /** The names that metrics have are understood too: {@code dlq_backlog}. */
    private static Subject subject(String word) {
        String plain = word.toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("^dlq-", "");
        return Optional.ofNullable(SUBJECTS.get(plain)).orElseThrow(ValueForms::notAllowed);
    }

    private static double threshold(Subject subject, String number) {
        return switch (subject) {
            case OLDEST_AGE, RETENTION_OVERDUE -> ValueForms.duration(number).toMillis() / 1000.0;
            case INGESTION_PER_MINUTE -> ValueForms.decimal(number.replaceFirst("/min$", ""));
            case RESOLUTION_RATE -> share(number);
            default -> ValueForms.decimal(number);
        };
    }

    private static double share(String number) {
        double share = number.endsWith("%")
                ? ValueForms.decimal(number.substring(0, number.length() - 1)) / 100
                : ValueForms.decimal(number);
        if (share > 1) throw ValueForms.notAllowed();
        return share;
    }
}
