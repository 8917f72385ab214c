package dev.redrive.cli.letters;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.IOException;
import java.util.List;

/** Sends one request per named letter, one after the other, and prints the outcome of each. */
final class EachLetter {
    /** The request for one letter, and the text of its outcome. */
    interface Order {
        Request request(String id);

        /** The outcome in words, without the id. */
        String outcome(Value answer);

        /** False when it came to nothing, although the server did what it was asked. */
        default boolean isGood(Value answer) {
            return true;
        }
    }

    private final Session session;
    private final Order order;
    private int bad;

    private EachLetter(Session session, Order order) {
        this.session = session;
        this.order = order;
    }

    /** @param question with a %d for how many letters there are */
    static int run(Session session, String question, Order order) throws IOException {
        List<String> ids = LetterArguments.ids(session);
        if (ids.isEmpty()) return ExitCode.DONE;
        session.confirm(ids.size(), question.replace("%d", NumberText.of(ids.size())));
        return new EachLetter(session, order).run(ids);
    }

    private int run(List<String> ids) {
        if (ids.size() == 1) {
            Reply reply = session.send(order.request(ids.get(0)));
            report(ids.get(0), reply);
        } else {
            several(ids);
        }
        return bad == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void report(String id, Reply reply) {
        Value answer = reply.json();
        if (!order.isGood(answer)) bad++;
        if (session.isJson()) {
            session.json(answer.isNothing() ? Value.object().with("id", id).build() : answer);
        } else {
            session.say(id + "  " + order.outcome(answer));
        }
    }

    private void several(List<String> ids) {
        boolean isJson = session.isJson();
        String between = "";
        if (isJson) session.console().print("[");
        for (String id : ids) {
            if (isJson) session.console().print(between + "\n" + JsonWriter.compact(answer(id)));
            if (!isJson) line(id);
            between = ",";
            session.console().flush();
        }
        if (isJson) session.console().line("]");
        if (bad > 0)
            session.console()
                    .note("redrive: it failed for " + NumberText.of(bad) + " of " + NumberText.letters(ids.size()));
    }

    private void line(String id) {
        try {
            report(id, session.send(order.request(id)));
        } catch (ServerRefused e) {
            bad++;
            session.console().note("redrive: " + id + "  " + e.reason());
        }
    }

    private Value answer(String id) {
        try {
            Value answer = session.send(order.request(id)).json();
            if (!order.isGood(answer)) bad++;
            return answer.isNothing() ? Value.object().with("id", id).build() : answer;
        } catch (ServerRefused e) {
            bad++;
            return Value.object()
                    .with("id", id)
                    .with("refused", Value.of(e.status()))
                    .with("detail", e.reason())
                    .build();
        }
    }
}
