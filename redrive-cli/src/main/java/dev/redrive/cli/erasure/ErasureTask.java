package dev.redrive.cli.erasure;

import dev.redrive.cli.command.Interrupt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;

/** A search for a subject or its erasure, which the server goes on with when it takes longer than a request. */
final class ErasureTask {
    private static final String PATH = "/dlq/erase";
    private static final int ACCEPTED = 202;
    private static final int POLL_MILLIS = 500;
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final Session session;
    private final Value.Building subject;

    ErasureTask(Session session, Value.Building subject) {
        this.session = session;
        this.subject = subject;
    }

    /** Which letters contain the value. */
    Value search() {
        return report(Request.post(PATH).json(subject.build()));
    }

    /** Erases exactly the letters of a search. */
    Value erase(String confirmation) {
        Value.Building body = Value.object();
        subject.build().fields().forEach(field -> body.with(field.name(), field.value()));
        return report(Request.post(PATH).json(body.with("confirm", confirmation).build()));
    }

    private Value report(Request request) {
        Reply reply = session.send(request);
        if (reply.status() != ACCEPTED) return reply.json();
        String task = reply.header("Location")
                .orElseThrow(() -> new CommandFailed("the server did not say where to ask for the result"));
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            Interrupt interrupt = Interrupt.says(() -> detached(bar, task));
            try {
                return follow(task, bar);
            } finally {
                interrupt.close();
            }
        }
    }

    private void detached(ProgressBar bar, String task) {
        bar.clear();
        session.console().note("the server goes on without you; its result will be at " + task);
    }

    private Value follow(String task, ProgressBar bar) {
        long nextLine = System.nanoTime() + QUIET_NANOS;
        while (true) {
            Value report = session.send(Request.get(task)).json();
            if (!report.at("running").isTrue()) return report;
            String words = NumberText.letters(report.at("looked").number()) + " looked at";
            bar.draw(0, 0, words);
            if (!bar.isShown() && System.nanoTime() > nextLine) {
                session.console().note(words);
                nextLine = System.nanoTime() + QUIET_NANOS;
            }
            rest();
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
