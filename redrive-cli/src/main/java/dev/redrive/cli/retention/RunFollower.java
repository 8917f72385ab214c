package dev.redrive.cli.retention;

import dev.redrive.cli.command.Interrupt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import java.time.Duration;

/** Follows a run of retention that outlasted its request until the server has recorded its end. */
final class RunFollower {
    static final String PATH = "/dlq/retention";

    private static final int POLL_MILLIS = 500;
    private static final int MOST_FAILURES = 60;
    /** Between the end of a run and its record the report has neither. */
    private static final int MOST_SILENCES = 10;

    private static final long QUIET_NANOS = 5_000_000_000L;

    private final Session session;
    private final Value lastBefore;
    private final long dueBefore;
    private final ProgressBar bar;
    private final long begun = System.nanoTime();
    private long nextLine;
    private int failures;
    private int silences;

    private RunFollower(Session session, Value lastBefore, long dueBefore, ProgressBar bar) {
        this.session = session;
        this.lastBefore = lastBefore;
        this.dueBefore = dueBefore;
        this.bar = bar;
    }

    /**
     * Returns the run.
     *
     * @param lastBefore the last run before this one began
     * @param dueBefore how many letters were due then
     */
    static Value follow(Session session, Value lastBefore, long dueBefore) {
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            Interrupt interrupt = Interrupt.says(() -> detached(session, bar));
            try {
                return new RunFollower(session, lastBefore, dueBefore, bar).run();
            } finally {
                interrupt.close();
            }
        }
    }

    private static void detached(Session session, ProgressBar bar) {
        bar.clear();
        session.console().note("the run goes on without you; look at it with: redrive retention");
    }

    private Value run() {
        while (true) {
            Value report = look();
            Value last = report.at("lastRun");
            boolean isRunning = !report.at("runningOn").isNothing();
            if (!isRunning && !last.isNothing() && !last.equals(lastBefore)) return last;
            if (!isRunning && ++silences > MOST_SILENCES)
                throw new CommandFailed(
                        "the run ended and left no record, perhaps because its server was stopped",
                        "run it again: what is archived already is not archived twice");
            if (isRunning) silences = 0;
            show(report);
            rest();
        }
    }

    private Value look() {
        while (true) {
            try {
                Value report = session.send(Request.get(PATH)).json();
                failures = 0;
                return report;
            } catch (ServerRefused e) {
                if (e.status() != 429 && e.status() < 500) throw e;
                failed(e);
            } catch (CommandFailed e) {
                failed(e);
            }
        }
    }

    private void failed(CommandFailed e) {
        if (++failures == 1) {
            bar.clear();
            session.console().note(e.reason() + "; trying again");
        }
        if (failures > MOST_FAILURES)
            throw new CommandFailed(e.reason() + "; what becomes of the run is not known", "redrive retention");
        rest();
    }

    /** The server counts what is due once a minute, and held letters stay due: the time shows that the run goes on. */
    private void show(Value report) {
        long left = report.at("dueTotal").number();
        String node = report.at("runningOn")
                .text()
                .map(name -> ", running on " + SafeText.line(name))
                .orElse("");
        String words = TimeText.words(Duration.ofNanos(System.nanoTime() - begun)) + ": " + NumberText.letters(left)
                + " left of " + NumberText.of(Math.max(left, dueBefore)) + node;
        if (bar.isShown()) {
            bar.draw(Math.max(0, dueBefore - left), dueBefore, words);
        } else if (!session.isJson() && System.nanoTime() > nextLine) {
            session.console().note(words);
            nextLine = System.nanoTime() + QUIET_NANOS;
        }
    }

    private static void rest() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        }
    }
}
