package dev.redrive.server.settings;

import dev.redrive.letter.LetterStatus;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.config.values.GivenSetting;
import dev.redrive.server.nodes.NodeReport;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.store.retention.RetentionRun;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything on the page of settings.
 *
 * @param rules empty when letters are kept for ever
 * @param unarchived what is deleted for good because there is no archive
 * @param holds as the reader may see them
 * @param preview what a run would do now, when that was asked for
 * @param given what is set and from where it came; empty for readers who are not administrators
 */
public record SettingsView(
        Optional<RetentionRules> rules,
        Optional<String> archive,
        boolean capturesLastResort,
        Optional<String> unarchived,
        RetentionReport report,
        List<LegalHold> holds,
        List<TeamSettings> teams,
        List<NodeReport> nodes,
        Optional<RunResult.Preview> preview,
        Optional<List<GivenSetting>> given) {
    /** More rows of a table are counted and not shown. */
    static final int ROWS = 50;

    static final int RUNS = 10;

    public Retention usual() {
        return rules.map(RetentionRules::usual).orElseThrow();
    }

    public List<ChannelRetention> channels() {
        return rules.map(RetentionRules::channels).orElse(List.of());
    }

    public String channels(TeamSettings team) {
        return team.channels().stream().map(Glob::pattern).collect(Collectors.joining(", "));
    }

    /** Where alerts about a team's channels go; addresses may be secrets. */
    public String alerts(TeamSettings team) {
        return team.alerts()
                .map(notify -> "its own " + String.join(", ", notify.names()))
                .orElse("as all others");
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
