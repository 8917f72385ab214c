package dev.redrive.cli.replays;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.FinalReply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import dev.redrive.cli.transfer.ExportVerb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** What became of each letter of a replay. */
public final class ReplayLedgerVerb implements Verb {
    private static final List<String> STATES =
            List.of("PLANNED", "SENT", "RESOLVED", "CAME_BACK", "FAILED", "SKIPPED", "CANCELLED");

    /** Rows that are laid out together. */
    private static final int ROWS = 100;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Shows what became of each letter of a replay, and why.");
        spec.addPositional(Opt.words("ID", "1", "The replay's id, or how it begins."));
        spec.addOption(Opt.choices("--state", "STATE", STATES, "Only lines that stand so, such as FAILED."));
    }

    @Override
    public int run(Session session) throws IOException {
        String id = ReplayCommandVerb.id(session);
        Request request =
                Request.get("/dlq/replays/" + Request.encoded(id) + "/ledger").accept(ExportVerb.LINES);
        List<String> states = session.texts("--state");
        if (!states.isEmpty()) request.query("state", String.join(",", states).toUpperCase(Locale.ROOT));
        if (!session.isJson()) session.page();
        try (FinalReply in = session.server().stream(request, Duration.ofMinutes(1));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            show(session, lines);
        }
        return ExitCode.DONE;
    }

    private static void show(Session session, BufferedReader lines) throws IOException {
        Table table = new Table(
                Column.number("#"),
                Column.of("LETTER"),
                Column.of("CHANNEL").cutTo(8).below(1),
                Column.of("STATE"),
                Column.number("AGE").below(2),
                Column.of("WHY").cutTo(12));
        int rows = 0;
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            Value line = JsonReader.read(text);
            if (!line.at("detail").isNothing())
                throw new CommandFailed(SafeText.line(line.at("detail").text("the ledger broke off")), "try again");
            if (session.isJson()) {
                session.console().line(text);
            } else if (session.isIds()) {
                session.console().line(line.at("letterId").text(""));
            } else {
                row(session, table, line);
                if (++rows % ROWS == 0) session.print(table);
            }
        }
        if (!table.isEmpty()) session.print(table);
    }

    private static void row(Session session, Table table, Value line) {
        table.row(
                Cell.of(line.at("position").number()),
                Cell.of(line.at("letterId").text("")),
                Cell.of(line.at("channel").text("")),
                Cell.word(line.at("state").text("")),
                Cell.of(line.at("at")
                        .text()
                        .map(time -> TimeText.age(time, session.now()))
                        .orElse("")),
                Cell.of(line.at("why").text("")));
    }
}
