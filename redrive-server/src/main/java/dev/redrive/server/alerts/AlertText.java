package dev.redrive.server.alerts;

import dev.redrive.cause.Cause;
import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.pages.NameText;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in a sentence what a rule found. */
final class AlertText {
    private static final int TITLES = 5;
    private static final int LONGEST_TITLE = 200;
    private static final String IS = " is ";

    private AlertText() {}

    static String started(RuleResult result) {
        AlertRule rule = result.rule();
        String side = rule.comparison() == Comparison.ABOVE ? "above" : "below";
        return subject(rule.subject()) + where(result) + IS + valueOrWhyNot(result) + ", " + side + " "
                + number(rule.subject(), rule.threshold());
    }

    static String ended(RuleResult result) {
        AlertRule rule = result.rule();
        String side = rule.comparison() == Comparison.ABOVE ? "no longer above" : "no longer below";
        return subject(rule.subject()) + where(result) + IS + valueOrWhyNot(result) + ", " + side + " "
                + number(rule.subject(), rule.threshold());
    }

    /** The value in a sentence about a number: it stands between the verb and the threshold. */
    static Optional<String> valueIn(String sentence) {
        int end = Math.max(
                Math.max(sentence.lastIndexOf(", above "), sentence.lastIndexOf(", below ")),
                sentence.lastIndexOf(", no longer "));
        int start = sentence.lastIndexOf(IS, end);
        return start < 0 ? Optional.empty() : Optional.of(sentence.substring(start + IS.length(), end));
    }

    static String causes(AlertRule rule, List<Cause> causes) {
        boolean one = causes.size() == 1;
        String what = rule.subject() == Subject.NEW_CAUSE
                ? (one ? "a new cause" : NameText.count(causes.size(), "new cause", "new causes"))
                : (one ? "a cause came back" : NameText.number(causes.size()) + " causes came back");
        String titles = causes.stream().limit(TITLES).map(AlertText::title).collect(Collectors.joining("; "));
        String more = causes.size() > TITLES ? "; and " + NameText.number(causes.size() - TITLES) + " more" : "";
        return what + ": " + titles + more;
    }

    private static String title(Cause cause) {
        String title = cause.title().replaceAll("[\\p{Cntrl}\\s]+", " ");
        return ShortText.withDots(title, LONGEST_TITLE) + " (" + NameText.number(cause.letters()) + " open)";
    }

    /** {@code 12 pending, 0 retrying, 3 failed, 1 manual}. */
    static String counts(StatusCounts counts) {
        return NameText.number(counts.of(LetterStatus.PENDING)) + " pending, "
                + NameText.number(counts.of(LetterStatus.RETRYING)) + " retrying, "
                + NameText.number(counts.of(LetterStatus.FAILED)) + " failed, "
                + NameText.number(counts.of(LetterStatus.MANUAL)) + " manual";
    }

    private static String where(RuleResult result) {
        return result.channel().map(name -> " in " + name).orElse("");
    }

    /** The number that a rule came to, as sentences have it; empty when too little happened to say. */
    static Optional<String> value(RuleResult result) {
        return result.value().isPresent()
                ? Optional.of(number(result.rule().subject(), result.value().getAsDouble()))
                : Optional.empty();
    }

    private static String valueOrWhyNot(RuleResult result) {
        return value(result).orElse("unknown, because too little happened");
    }

    private static String subject(Subject subject) {
        return switch (subject) {
            case PENDING -> "the number of pending letters";
            case FAILED -> "the number of failed letters";
            case MANUAL -> "the number of letters that wait for a person";
            case INGESTION_PER_MINUTE -> "the number of letters captured per minute";
            case BACKLOG -> "the backlog of pending and retrying letters";
            case RESOLUTION_RATE -> "the share of letters resolved in the last hour";
            case QUEUE_SIZE -> "the number of open letters";
            case OLDEST_AGE -> "the age of the oldest open letter";
            case RETENTION_FAILURES -> "the number of retention runs in a row that left something out";
            case RETENTION_OVERDUE -> "the time by which retention is behind";
            case NEW_CAUSE -> "the number of new causes";
            case CAUSE_REGRESSED -> "the number of causes that came back";
        };
    }

    private static String number(Subject subject, double value) {
        return switch (subject) {
            case OLDEST_AGE, RETENTION_OVERDUE -> age(Duration.ofSeconds((long) value));
            case RESOLUTION_RATE -> format("0.# %", value);
            case INGESTION_PER_MINUTE -> format("#,##0.#", value);
            case PENDING, FAILED, MANUAL, BACKLOG, QUEUE_SIZE, RETENTION_FAILURES, NEW_CAUSE, CAUSE_REGRESSED ->
                format("#,##0.##", value);
        };
    }

    private static String format(String pattern, double value) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(value)
                .replace(',', NameText.BETWEEN_THOUSANDS);
    }

    private static String age(Duration age) {
        if (age.toDays() > 0) return age.toDays() + " d " + age.toHoursPart() + " h";
        if (age.toHours() > 0) return age.toHours() + " h " + age.toMinutesPart() + " min";
        return age.toMinutes() > 0 ? age.toMinutes() + " min " + age.toSecondsPart() + " s" : age.toSeconds() + " s";
    }
}
