package dev.redrive.server.stats;

import dev.redrive.letter.LetterStatus;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.Settings;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Says from numbers whether the letters are well. The thresholds are those of the alert rules, built in or configured, so that
 * health and alerts never disagree: a warning makes it degraded, anything worse unhealthy.
 */
@Component
public final class HealthRules {
    /** One failed letter of one says nothing about a rate. */
    private static final long ENOUGH_FOR_A_RATE = 10;

    private final List<AlertRule> rules;

    @Autowired
    public HealthRules(Settings settings) {
        this(settings.alerts().rules());
    }

    /** Rules about some channels say nothing about all of them. */
    HealthRules(List<AlertRule> all) {
        rules = all.stream().filter(rule -> rule.channel().isEmpty()).toList();
    }

    public HealthVerdict judge(Overview overview) {
        HealthVerdict.Level level = HealthVerdict.Level.HEALTHY;
        List<HealthVerdict.Reason> reasons = new ArrayList<>();
        for (AlertRule rule : rules) {
            OptionalDouble value = value(rule.subject(), overview);
            HealthVerdict.Level worse = level(rule.severity());
            if (worse == HealthVerdict.Level.HEALTHY || value.isEmpty() || !holds(rule, value.getAsDouble())) continue;
            reasons.add(new HealthVerdict.Reason(rule.name(), reason(rule, value.getAsDouble())));
            if (worse.compareTo(level) > 0) level = worse;
        }
        return new HealthVerdict(level, reasons);
    }

    private static boolean holds(AlertRule rule, double value) {
        return rule.comparison() == Comparison.ABOVE ? value > rule.threshold() : value < rule.threshold();
    }

    private static HealthVerdict.Level level(Severity severity) {
        return switch (severity) {
            case INFO -> HealthVerdict.Level.HEALTHY;
            case WARNING -> HealthVerdict.Level.DEGRADED;
            case ERROR, CRITICAL -> HealthVerdict.Level.UNHEALTHY;
        };
    }

    private static OptionalDouble value(Subject subject, Overview overview) {
        return switch (subject) {
            case PENDING -> OptionalDouble.of((double) overview.counts().of(LetterStatus.PENDING));
            case FAILED -> OptionalDouble.of((double) overview.counts().of(LetterStatus.FAILED));
            case MANUAL -> OptionalDouble.of((double) overview.counts().of(LetterStatus.MANUAL));
            case INGESTION_PER_MINUTE -> OptionalDouble.of(overview.ingestionPerMinute());
            case BACKLOG -> OptionalDouble.of((double) overview.backlog());
            case QUEUE_SIZE -> OptionalDouble.of((double) overview.queueSize());
            case RESOLUTION_RATE ->
                overview.lastHour().ended() < ENOUGH_FOR_A_RATE ? OptionalDouble.empty() : overview.resolutionRate();
            case OLDEST_AGE ->
                overview.oldestAge().isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((double) overview.oldestAge().get().toSeconds());
            // Letters come and go as ever while retention stands still; an alert is enough.
            case RETENTION_FAILURES, RETENTION_OVERDUE -> OptionalDouble.empty();
            case NEW_CAUSE, CAUSE_REGRESSED -> OptionalDouble.empty();
        };
    }

    private static String reason(AlertRule rule, double value) {
        String side = rule.comparison() == Comparison.ABOVE ? "more than " : "less than ";
        return what(rule.subject()) + ": " + plain(value) + ", " + side + plain(rule.threshold());
    }

    private static String what(Subject subject) {
        return switch (subject) {
            case PENDING -> "letters pending";
            case FAILED -> "letters failed";
            case MANUAL -> "letters waiting for a person";
            case INGESTION_PER_MINUTE -> "letters captured per minute";
            case BACKLOG -> "letters in the backlog";
            case RESOLUTION_RATE -> "share of letters resolved in the last hour";
            case QUEUE_SIZE -> "open letters";
            case OLDEST_AGE -> "age of the oldest open letter in seconds";
            case RETENTION_FAILURES -> "runs of retention that left something out";
            case RETENTION_OVERDUE -> "seconds that retention is behind";
            case NEW_CAUSE -> "new causes";
            case CAUSE_REGRESSED -> "causes that came back";
        };
    }

    /** {@code 12 345} with a narrow space, and {@code 0.43}, not {@code 0.42857142857142855}. */
    private static String plain(double value) {
        return new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(value)
                .replace(',', '\u202f');
    }
}
