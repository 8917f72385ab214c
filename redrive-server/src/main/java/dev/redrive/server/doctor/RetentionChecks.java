package dev.redrive.server.doctor;

import dev.redrive.Redrive;
import dev.redrive.archive.Archive;
import dev.redrive.retention.RetentionReport;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.pages.NameText;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Looks at what letters leave the store for: the archive, and the runs that bring them there. */
final class RetentionChecks {
    private static final Duration MUCH = Duration.ofDays(1);

    private final Redrive redrive;
    private final ServerArchive archive;
    private final InstantSource clock;

    RetentionChecks(Redrive redrive, ServerArchive archive, InstantSource clock) {
        this.redrive = redrive;
        this.archive = archive;
        this.clock = clock;
    }

    List<HealthCheck> list() {
        return List.of(
                new HealthCheck(
                        "archive",
                        "see whether the place at redrive.archive can be reached and written; until then letters stay in the"
                                + " store",
                        this::archive),
                new HealthCheck("retention", "see whether the store works", this::retention));
    }

    private CheckResult archive() {
        if (archive.archive().isEmpty()) return CheckResult.ok("archive", "not configured");
        Archive opened = archive.archive().get();
        opened.check();
        long pending = redrive.pendingInArchive();
        String detail = opened.address() + " can be written and read";
        if (pending == 0) return CheckResult.ok("archive", detail);
        return CheckResult.warning(
                "archive",
                detail + "; " + NameText.count(pending, "captured letter waits", "captured letters wait")
                        + " there for the store",
                "nothing, if the store was away a moment ago: they are stored as soon as it takes them");
    }

    private CheckResult retention() {
        if (redrive.retention().rules().isEmpty()) return CheckResult.ok("retention", "letters are kept for ever");
        RetentionReport report = redrive.retention().report();
        Optional<String> problem = report.runs().stream().findFirst().map(RetentionRun::problem);
        Duration overdue = report.overdue(clock.instant());
        if (problem.isPresent())
            return CheckResult.warning(
                    "retention",
                    "the last run left something out: " + problem.get(),
                    "mend what it names; the next run goes on, or start one with redrive retention run");
        if (overdue.compareTo(MUCH) > 0)
            return CheckResult.warning(
                    "retention",
                    "it is " + Retention.text(Duration.ofHours(overdue.toHours())) + " behind",
                    "see GET /dlq/retention for the last runs, or start one with redrive retention run");
        return CheckResult.ok(
                "retention",
                NameText.count(
                        report.dueLetters(),
                        "letter is due today or was before",
                        "letters are due today or were before"));
    }
}
