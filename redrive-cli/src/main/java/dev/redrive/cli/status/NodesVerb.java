package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** The servers that work on the store, and what each of them does. */
public final class NodesVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("The servers that work on one store, and what each of them does.");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.get("/dlq/nodes"));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        Table table = new Table(
                Column.of("NODE").cutTo(16),
                Column.of("ADDRESS"),
                Column.of("VERSION").below(1),
                Column.of("SEEN"),
                Column.of("DOES").brokenTo(16));
        for (Value node : reply.json().at("items").items())
            table.row(
                    Cell.of(node.at("name").text("")),
                    Cell.of(node.at("address").text("")),
                    Cell.of(node.at("version").text("")),
                    Cell.of(TimeText.relative(node.at("seenAt").text(""), session.now())),
                    work(node));
        session.print(table);
        return ExitCode.DONE;
    }

    private static Cell work(Value node) {
        if (node.at("gone").isTrue()) return new Cell("gone", Style.RED);
        List<String> work = new ArrayList<>();
        if (node.at("retries").isTrue())
            work.add(NumberText.count(node.at("attempts").number(), "attempt", "attempts"));
        node.at("replays").items().forEach(replay -> work.add("replay " + replay.text("")));
        if (node.at("retention").isTrue()) work.add("retention");
        for (Value.Field circuit : node.at("circuits").fields())
            work.add("circuit "
                    + circuit.value().text("").toLowerCase(Locale.ROOT).replace('_', '-') + ": " + circuit.name());
        node.at("topics").items().forEach(topic -> work.add("reads " + topic.text("")));
        return work.isEmpty() ? Cell.dim("-") : Cell.of(String.join(", ", work));
    }
}
