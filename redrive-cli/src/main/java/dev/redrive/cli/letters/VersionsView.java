package dev.redrive.cli.letters;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.TimeText;

/** The versions of a letter, the original first. */
final class VersionsView {
    private VersionsView() {}

    static void print(Session session, Value versions) {
        for (Value version : versions.at("items").items()) {
            String by = version.at("by")
                    .text()
                    .map(name -> " by " + SafeText.line(name))
                    .orElse(", the original");
            session.console()
                    .line(session.paint(
                                    Style.BOLD,
                                    "Version " + version.at("version").text("")) + by + ", "
                            + TimeText.relative(version.at("timestamp").text(""), session.now())
                            + version.at("notes")
                                    .text()
                                    .map(text -> ": " + SafeText.line(text))
                                    .orElse(""));
            session.console()
                    .line("  " + SafeText.line(version.at("priority").text("")) + ", tags "
                            + SafeText.line(LetterTable.tags(version)));
            headers(session, version);
            payload(session, version.at("payload"));
            session.console().line();
        }
    }

    private static void headers(Session session, Value version) {
        for (Value.Field header : version.at("headers").fields())
            session.console()
                    .line("  " + session.paint(Style.BLUE, SafeText.line(header.name())) + ": "
                            + SafeText.line(header.value().text(JsonWriter.compact(header.value()))));
    }

    private static void payload(Session session, Value payload) {
        String text = payload instanceof Value.Text plain
                ? SafeText.text(plain.value())
                : JsonWriter.pretty(payload, session.palette());
        text.lines().forEach(line -> session.console().line("  " + line));
    }
}
