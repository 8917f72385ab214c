package dev.redrive.server.settings;

import dev.redrive.letter.LetterStatus;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything on the page of settings.
 *
 * @param rules empty when letters are kept for ever
 * @param unarchived what is deleted for good because there is no archive
 * @param holds as the reader may see them
 * @param preview what a run would do now, when that was asked for
 */
public record SettingsView(
        Optional<RetentionRules> rules,
        Optional<String> archive,
        boolean capturesLastResort,
        Optional<String> unarchived,
        RetentionReport report,
        List<LegalHold> holds,
        Optional<RunResult.Preview> preview) {
    /** More rows of a table are counted and not shown. */
    static final int ROWS = 50;

    static final int RUNS = 10;

    public Retention usual() {
        return rules.map(RetentionRules::usual).orElseThrow();
    }

    public List<ChannelRetention> channels() {
        return rules.map(RetentionRules::channels).orElse(List.of());
    }

    public String time(Duration time) {
        return Retention.text(time);
    }

    public List<DueCount> due() {
        return first(report.due());
    }

    public List<DueCount> soon() {
        return first(report.soon());
    }

    public List<LegalHold> shownHolds() {
        return first(holds);
    }

    public List<RunResult.PreviewCount> previewed() {
        return preview.map(found -> first(found.letters())).orElse(List.of());
    }

    private static <T> List<T> first(List<T> rows) {
        return rows.stream().limit(ROWS).toList();
    }

    /** How many rows of a list are not shown. */
    public int left(List<?> rows) {
        return Math.max(0, rows.size() - ROWS);
    }

    public List<RetentionRun> runs() {
        return report.runs().stream().limit(RUNS).toList();
    }

    public Optional<RetentionRun> lastRun() {
        return report.runs().stream().findFirst();
    }

    public Optional<String> lastProblem() {
        return lastRun().map(RetentionRun::problem);
    }

    public String result(RetentionRun run) {
        return run.problem() == null ? "all done" : run.problem();
    }

    /** What a run does with letters of a status. */
    public String fate(LetterStatus status) {
        if (status == LetterStatus.FAILED) return "closed as archived";
        return archive.isPresent() ? "to the archive" : "deleted for good";
    }
}
