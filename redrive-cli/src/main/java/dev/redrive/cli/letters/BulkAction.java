package dev.redrive.cli.letters;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;

/** The same for all letters of a filter: first how many there are, then, if that is meant, the order. */
final class BulkAction {
    private static final int SHOWN = 5;

    private final Session session;
    private final String path;
    private final Value.Building body;

    BulkAction(Session session, String path, Value.Building body) {
        this.session = session;
        this.path = path;
        this.body = body;
    }

    /** What would happen. */
    Value plan() {
        Value.Building asked = Value.object();
        body.build().fields().forEach(field -> asked.with(field.name(), field.value()));
        return session.send(Request.post(path)
                        .json(asked.with("dryRun", Value.of(true)).build()))
                .json();
    }

    /** How many letters the plan of a replay is about, which is exact. */
    static long count(Value plan) {
        Value planned = plan.at("plan").at("count");
        return (planned.isNothing() ? plan.at("matched") : planned).number();
    }

    Reply run() {
        return session.send(Request.post(path).json(body.build()));
    }

    /** The causes and channels of a plan, where it knows them. */
    static void describe(Session session, Value plan) {
        parts(session, plan.at("plan").at("causes"), "title");
        parts(session, plan.at("plan").at("channels"), "name");
        long blocked = plan.at("plan").at("blocked").number();
        if (blocked > 0)
            session.console()
                    .note("  " + NumberText.of(blocked) + (blocked == 1 ? " waits" : " wait")
                            + " behind an earlier letter of their sequence");
    }

    private static void parts(Session session, Value parts, String name) {
        parts.items().stream()
                .limit(SHOWN)
                .forEach(part -> session.console()
                        .note("  "
                                + session.paint(
                                        Style.BOLD,
                                        NumberText.of(part.at("count").number())) + "  "
                                + SafeText.line(part.at(name).text(""))));
    }
}
