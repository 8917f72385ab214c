package dev.redrive.server.retention;

import dev.redrive.json.JsonOutput;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RetentionReport;
import dev.redrive.retention.RunResult;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.store.retention.RetentionRun;
import java.util.List;
import java.util.Optional;

/** Writes what retention has to do and has done. */
record RetentionJson(JsonOutput out) {
    void report(RetentionReport report, Optional<RetentionRules> rules, Optional<String> archive) {
        out.startObject();
        rules(rules);
        out.text("archive", archive.orElse(null));
        out.text("unarchived", RetentionText.unarchived(rules, archive).orElse(null));
        due("due", report.due());
        due("soon", report.soon());
        out.number("dueTotal", report.dueLetters());
        out.number("holds", report.holds());
        out.text("runningOn", report.runningOn().orElse(null));
        report.runs().stream().findFirst().ifPresentOrElse(this::lastRun, () -> out.nullValue("lastRun"));
        out.startArray("runs");
        report.runs().forEach(this::run);
        out.endArray();
        out.time("nextRun", report.nextRun().orElse(null));
        out.endObject();
    }

    private void rules(Optional<RetentionRules> rules) {
        if (rules.isEmpty()) {
            out.nullValue("times");
        } else {
            out.startObject("times");
            times(rules.get().usual());
            out.endObject();
        }
        out.startArray("channels");
        for (ChannelRetention channel : rules.map(RetentionRules::channels).orElse(List.of())) {
            out.startObject();
            out.text("match", channel.match().pattern());
            times(channel.times());
            out.endObject();
        }
        out.endArray();
    }

    private void times(Retention times) {
        out.text("resolved", RetentionText.compact(times.resolved()));
        out.text("failed", RetentionText.compact(times.failed()));
        out.text("archived", RetentionText.compact(times.archived()));
    }

    private void due(String name, List<DueCount> counts) {
        out.startArray(name);
        for (DueCount count : counts) {
            out.startObject();
            out.text("status", count.status().name());
            out.text("channel", count.channel());
            out.text("day", count.day().toString());
            out.number("letters", count.letters());
            out.endObject();
        }
        out.endArray();
    }

    private void lastRun(RetentionRun run) {
        out.name("lastRun");
        run(run);
    }

    private void run(RetentionRun run) {
        out.startObject();
        out.text("node", run.node());
        out.time("startedAt", run.startedAt());
        out.time("endedAt", run.endedAt());
        out.number("archived", run.archived());
        out.number("closed", run.closed());
        out.number("removed", run.removed());
        out.number("held", run.held());
        out.number("objects", run.objects());
        out.number("bytes", run.bytes());
        out.text("problem", run.problem());
        out.endObject();
    }

    void ended(RetentionRun run) {
        out.startObject();
        out.bool("dryRun", false);
        out.name("run");
        run(run);
        out.endObject();
    }

    void running() {
        out.startObject();
        out.bool("dryRun", false);
        out.bool("running", true);
        out.endObject();
    }

    void preview(RunResult.Preview preview) {
        out.startObject();
        out.bool("dryRun", true);
        out.startArray("letters");
        for (RunResult.PreviewCount count : preview.letters()) {
            out.startObject();
            out.text("status", count.status().name());
            out.text("channel", count.channel());
            out.number("letters", count.letters());
            out.endObject();
        }
        out.endArray();
        out.number("total", preview.total());
        out.number("held", preview.held());
        out.endObject();
    }
}
