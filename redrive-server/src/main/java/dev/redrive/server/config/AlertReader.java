package dev.redrive.server.config;

import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code alerts} on top of the rules that are built in. */
final class AlertReader {
    private static final ValueForm<Severity> SEVERITY =
            ValueForms.oneOf(Severity.values(), severity -> severity.name().toLowerCase(Locale.ROOT));
    private static final ValueForm<Double> COUNT =
            ValueForms.wholeNumber(0, Integer.MAX_VALUE).map(Integer::doubleValue);

    private static final double SECONDS_OF_A_DAY = 86_400;

    private final Set<String> names = new HashSet<>();

    private AlertReader() {}

    static List<AlertRule> read(Section root) {
        AlertReader reader = new AlertReader();
        List<AlertRule> own = root.each("alerts", reader::rule);
        List<AlertRule> all = new ArrayList<>();
        builtIn(root).stream()
                .filter(rule -> !reader.names.contains(rule.name()))
                .forEach(all::add);
        all.addAll(own);
        return all;
    }

    /** A rule that is never true only takes the place of the built-in one with its name. */
    private Optional<AlertRule> rule(Section section) {
        Optional<String> name = section.required("name", ValueForms.TEXT);
        name.filter(given -> !names.add(given))
                .ifPresent(given -> section.mistake("name", "there are two rules with the name \"" + given + "\""));
        Optional<AlertCondition> when = section.required("when", AlertCondition.FORM);
        Severity severity = section.value("severity", SEVERITY).orElse(Severity.WARNING);
        Optional<Glob> channel = section.value("channel", ValueForms.PATTERN);
        boolean isOfAll = when.flatMap(AlertCondition::limit)
                .filter(limit -> limit.subject().isOfAllChannels())
                .isPresent();
        if (isOfAll && channel.isPresent())
            section.mistake("channel", "retention runs for all channels together; leave it out");
        if (name.isEmpty()) return Optional.empty();
        return when.flatMap(AlertCondition::limit)
                .map(limit -> new AlertRule(
                        name.get(), limit.subject(), limit.comparison(), limit.threshold(), severity, channel));
    }

    private static List<AlertRule> builtIn(Section root) {
        double pending = root.variable("DLQ_ALERT_THRESHOLD_PENDING", COUNT).orElse(100.0);
        double failed = root.variable("DLQ_ALERT_THRESHOLD_FAILED", COUNT).orElse(10.0);
        return List.of(
                above("DLQPendingHigh", Subject.PENDING, pending, Severity.WARNING),
                above("DLQFailedHigh", Subject.FAILED, failed, Severity.ERROR),
                above("DLQManualReview", Subject.MANUAL, 0, Severity.INFO),
                above("HighDLQIngestionRate", Subject.INGESTION_PER_MINUTE, 100, Severity.WARNING),
                above("DLQBacklogGrowing", Subject.BACKLOG, 10_000, Severity.CRITICAL),
                rule("LowResolutionRate", Subject.RESOLUTION_RATE, Comparison.BELOW, 0.5, Severity.WARNING),
                above("DLQQueueSizeHigh", Subject.QUEUE_SIZE, 1000, Severity.WARNING),
                above("DLQRetentionFailing", Subject.RETENTION_FAILURES, 0, Severity.ERROR),
                above("DLQRetentionBehind", Subject.RETENTION_OVERDUE, SECONDS_OF_A_DAY, Severity.WARNING),
                above("NewCause", Subject.NEW_CAUSE, 0, Severity.INFO),
                above("CauseCameBack", Subject.CAUSE_REGRESSED, 0, Severity.WARNING));
    }

    private static AlertRule above(String name, Subject subject, double threshold, Severity severity) {
        return rule(name, subject, Comparison.ABOVE, threshold, severity);
    }

    private static AlertRule rule(
            String name, Subject subject, Comparison comparison, double threshold, Severity severity) {
        return new AlertRule(name, subject, comparison, threshold, severity, Optional.empty());
    }
}
