package dev.redrive.cli.replays;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Interrupt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import java.util.Locale;

/** Follows a running replay until it ends or waits for a command. */
final class ReplayFollower {
    private static final int POLL_MILLIS = 500;
    private static final int MOST_FAILURES = 60;
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final Session session;
    private final String id;
    private final ProgressBar bar;
    private String shown = "";
    private long nextLine;
    private int failures;

    ReplayFollower(Session session, String id, ProgressBar bar) {
        this.session = session;
        this.id = id;
        this.bar = bar;
    }

    static int follow(Session session, String id) {
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            Interrupt interrupt = Interrupt.says(() -> detached(session, id, bar));
            try {
                return new ReplayFollower(session, id, bar).run();
            } finally {
                interrupt.close();
            }
        }
    }

    private static void detached(Session session, String id, ProgressBar bar) {
        bar.clear();
        session.console().note("the replay goes on without you; " + next(id, "watch", "pause", "cancel"));
    }

    /** The commands that can be given now, a line for each. */
    static String next(String id, String... commands) {
        StringBuilder lines = new StringBuilder("next:");
        for (String command : commands)
            lines.append("\n  redrive replay ").append(command).append(' ').append(id);
        return lines.toString();
    }

    private int run() {
        while (true) {
            Value replay = look();
            String state = replay.at("state").text("");
            switch (state) {
                case "DONE", "CANCELLED", "FAILED" -> {
                    return ended(replay);
                }
                case "STOPPED" -> {
                    int code = ended(replay);
                    session.console().note(next(id, "resume", "release", "cancel", "ledger"));
                    return code;
                }
                case "PAUSED" -> {
                    if (isHeld(replay) && !goOn(replay)) return ExitCode.DONE;
                }
                case "PLANNED" -> {
                    bar.clear();
                    session.console().note("the replay is planned and not started; " + next(id, "start", "cancel"));
                    return ExitCode.DONE;
                }
                default -> {}
            }
            show(replay, state);
            rest();
        }
    }

    private Value look() {
        while (true) {
            try {
                Value replay = session.send(Request.get("/dlq/replays/" + Request.encoded(id)))
                        .json();
                failures = 0;
                return replay;
            } catch (ServerRefused e) {
                if (e.status() != 429 && e.status() < 500) throw e;
                failed(e);
            } catch (CommandFailed e) {
                failed(e);
            }
        }
    }

    /** The server is away for a moment; the replay waits for it or goes on elsewhere. */
    private void failed(CommandFailed e) {
        if (++failures == 1) {
            bar.clear();
            session.console().note(e.reason() + "; trying again");
        }
        if (failures > MOST_FAILURES)
            throw new CommandFailed(
                    e.reason() + "; what becomes of the replay is not known", "redrive replay watch " + id);
        rest();
    }

    private int ended(Value replay) {
        bar.clear();
        if (session.isJson()) session.json(replay);
        else new ReplayView(session).report(replay);
        return ReplayView.code(replay, session.has("--allow-failed"));
    }

    // Pauses

    /** Paused until a resume command, not for a time. */
    private static boolean isHeld(Value replay) {
        return replay.at("wakesAt").isNothing();
    }

    private boolean goOn(Value replay) {
        bar.clear();
        String why = replay.at("reason")
                .text()
                .map(text -> " (" + SafeText.line(text) + ")")
                .orElse("");
        boolean canAsk = session.console().terminal().in() && !session.isJson();
        if (canAsk && session.console().confirm("paused" + why + ": " + ReplayView.progress(replay) + ". Go on?")) {
            session.send(Request.post("/dlq/replays/" + Request.encoded(id) + "/resume"));
            return true;
        }
        if (session.isJson()) session.json(replay);
        session.console().note("the replay is paused" + why + "; " + next(id, "resume", "cancel"));
        return false;
    }

    // Progress

    private void show(Value replay, String state) {
        String words = ReplayView.progress(replay) + waits(replay);
        if (bar.isShown()) {
            bar.draw(
                    ReplayView.through(replay),
                    replay.at("progress").at("matched").number(),
                    words);
        } else if (!session.isJson() && (!state.equals(shown) || System.nanoTime() > nextLine)) {
            session.say(state.toLowerCase(Locale.ROOT) + ", " + ReplayView.percent(replay) + ": " + words);
            session.console().flush();
            shown = state;
            nextLine = System.nanoTime() + QUIET_NANOS;
        }
    }

    private String waits(Value replay) {
        String time = replay.at("wakesAt").text("");
        String when = time.isEmpty() ? "" : TimeText.relative(time, session.now());
        return when.startsWith("in ") ? ", goes on " + when : "";
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
