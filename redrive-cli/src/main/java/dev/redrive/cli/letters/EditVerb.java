package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Opens the payload and headers of a letter in an editor, and stores what came of it as a new version. */
public final class EditVerb implements Verb {
    private static final List<String> PARTS = List.of("payload", "payloadEncoding", "headers");
    private static final int CHANGED_MEANWHILE = 412;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Opens payload and headers of a letter in $VISUAL, $EDITOR or vi, shows what changed, and"
                        + " stores it as a new version; the original stays.");
        spec.addPositional(Opt.words("ID", "1", "The letter."));
        spec.addOption(Opt.flag("-y, --yes", "Do not ask before storing."));
        spec.addOption(Opt.text("--notes", "TEXT", "The reason, shown with the versions."));
    }

    @Override
    public int run(Session session) throws IOException {
        if (session.words().size() != 1) throw new BadUsage("name one letter\n  try: redrive edit ID");
        String id = Ids.letter(session, session.words().get(0));
        Reply reply = session.send(Request.get("/dlq/" + Request.encoded(id)));
        Value before = parts(reply.json());
        Path file = Files.createTempFile("redrive-" + SafeText.line(id).replaceAll("[^0-9a-zA-Z-]", "") + "-", ".json");
        Files.writeString(file, JsonWriter.pretty(before, Palette.PLAIN) + "\n");
        Value after = edited(session, file);
        if (after.equals(before)) {
            Files.delete(file);
            session.console().line("nothing changed");
            return ExitCode.DONE;
        }
        show(session, before, after);
        ask(session, file);
        String version = store(session, id, reply.header("ETag").orElse("*"), changed(session, before, after), file);
        Files.delete(file);
        session.console().line("letter " + SafeText.line(id) + " has version " + version + " now");
        return ExitCode.DONE;
    }

    /** What is edited of a letter. */
    private static Value parts(Value letter) {
        Value event = letter.at("originalEvent");
        Value encoding = event.at("payloadEncoding");
        List<Value.Field> fields = new java.util.ArrayList<>();
        fields.add(new Value.Field("payload", event.at("payload")));
        if (!encoding.isNothing()) fields.add(new Value.Field("payloadEncoding", encoding));
        fields.add(new Value.Field("headers", letter.at("origin").at("headers")));
        return new Value.Fields(fields);
    }

    // Editor

    private static Value edited(Session session, Path file) throws IOException {
        while (true) {
            open(session, file);
            try {
                return checked(JsonReader.read(Files.readString(file)));
            } catch (BadJson | java.nio.charset.CharacterCodingException e) {
                session.console().note("this is no JSON: " + SafeText.line(String.valueOf(e.getMessage())));
                if (!session.console().terminal().in() || !session.console().confirm("Open it again?"))
                    throw new CommandFailed(
                            "nothing was changed; what you wrote is in " + file,
                            "correct it and edit the letter again");
            }
        }
    }

    private static Value checked(Value value) {
        if (!(value instanceof Value.Fields)) throw new BadJson("an object with payload and headers is needed", null);
        for (Value.Field field : value.fields())
            if (!PARTS.contains(field.name()))
                throw new BadJson("only " + String.join(", ", PARTS) + " can be edited, not " + field.name(), null);
        return value;
    }

    private static void open(Session session, Path file) throws IOException {
        session.console().flush();
        String editor =
                session.environment().variable("VISUAL", session.environment().variable("EDITOR", "vi"));
        Process process = new ProcessBuilder("/bin/sh", "-c", editor + " \"$1\"", "redrive", file.toString())
                .inheritIO()
                .start();
        try {
            if (process.waitFor() != 0)
                throw new CommandFailed(
                        "the editor " + SafeText.line(editor)
                                + " ended with an error, and nothing was changed; your text is" + " in " + file,
                        "name another one in EDITOR");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("nothing was changed; your text is in " + file);
        }
    }

    // Storing

    private static void show(Session session, Value before, Value after) {
        for (LineDiff.Line line :
                LineDiff.of(JsonWriter.pretty(before, Palette.PLAIN), JsonWriter.pretty(after, Palette.PLAIN))) {
            Style style =
                    switch (line.kind()) {
                        case SAME -> Style.PLAIN;
                        case GONE -> Style.RED;
                        case NEW -> Style.GREEN;
                        case LEFT_OUT -> Style.DIM;
                    };
            session.console().line(session.paint(style, line.kind().mark() + " " + line.text()));
        }
    }

    private static void ask(Session session, Path file) {
        if (session.has("--yes")) return;
        if (!session.console().terminal().in())
            throw new BadUsage(
                    "edit asks before it stores, and there is no terminal\n  add --yes to store without a question; your text is in "
                            + file);
        if (!session.console().confirm("Store this as a new version?"))
            throw new CommandFailed("nothing was changed; your text is in " + file);
    }

    /** What stayed as it was is not sent: a payload would lose its blanks and line ends. */
    private static Value changed(Session session, Value before, Value after) {
        Value.Building body = Value.object();
        boolean samePayload = before.at("payload").equals(after.at("payload"))
                && before.at("payloadEncoding").equals(after.at("payloadEncoding"));
        List<Value.Field> fields = new java.util.ArrayList<>();
        if (!samePayload) fields.add(new Value.Field("payload", after.at("payload")));
        if (!samePayload && !after.at("payloadEncoding").isNothing())
            fields.add(new Value.Field("payloadEncoding", after.at("payloadEncoding")));
        if (!before.at("headers").equals(after.at("headers")))
            fields.add(new Value.Field("headers", after.at("headers")));
        body.with("notes", session.text("--notes").orElse(null))
                .build()
                .fields()
                .forEach(fields::add);
        return new Value.Fields(fields);
    }

    private static String store(Session session, String id, String etag, Value body, Path file) {
        try {
            Reply reply = session.send(Request.patch("/dlq/" + Request.encoded(id))
                    .header("If-Match", etag)
                    .json(body));
            return reply.json().at("version").text("?");
        } catch (ServerRefused e) {
            String next = e.status() == CHANGED_MEANWHILE
                    ? "look at it with: redrive show " + SafeText.line(id) + ", then edit it again"
                    : e.next().orElse("correct it and edit the letter again");
            throw new CommandFailed(e.reason() + "; your text is in " + file, next);
        } catch (CommandFailed e) {
            throw new CommandFailed(
                    e.reason() + "; your text is in " + file, e.next().orElse("edit the letter again"));
        }
    }
}
