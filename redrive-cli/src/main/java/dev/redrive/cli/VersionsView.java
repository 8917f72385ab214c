package dev.redrive.cli;

import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Ages;
import dev.redrive.cli.terminal.Safe;
import dev.redrive.cli.terminal.Style;

/** The versions of a letter, the original first. */
final class VersionsView {
    private VersionsView() {}

    static void print(Session session, Value versions) {
        for (Value version : versions.at("items").items()) {
            String by = version.at("by")
                    .text()
                    .map(name -> " by " + Safe.line(name))
                    .orElse(", the original");
            session.console()
                    .line(session.paint(
                                    Style.BOLD,
                                    "Version " + version.at("version").text("")) + by + ", "
                            + Ages.relative(version.at("timestamp").text(""), session.now())
                            + version.at("notes")
                                    .text()
                                    .map(text -> ": " + Safe.line(text))
                                    .orElse(""));
            session.console()
                    .line("  " + Safe.line(version.at("priority").text("")) + ", tags "
                            + Safe.line(LetterTable.tags(version)));
            headers(session, version);
            payload(session, version.at("payload"));
            session.console().line();
        }
    }

    private static void headers(Session session, Value version) {
        for (Value.Field header : version.at("headers").fields())
            session.console()
                    .line("  " + session.paint(Style.BLUE, Safe.line(header.name())) + ": "
                            + Safe.line(header.value().text(JsonWriter.compact(header.value()))));
    }

    private static void payload(Session session, Value payload) {
        String text = payload instanceof Value.Text plain
                ? Safe.text(plain.value())
                : JsonWriter.pretty(payload, session.palette());
        text.lines().forEach(line -> session.console().line("  " + line));
    }
}
