package dev.redrive.cli.letters;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import java.util.Base64;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** One letter, whole. */
public final class ShowVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("One letter, whole: what failed, why, what was tried since, and its payload.");
        spec.addOption(Opt.flag("--full", "The whole stack trace."));
        spec.addOption(Opt.flag("--payload", "Nothing but the payload, for a file or another program."));
        spec.addOption(Opt.flag("--versions", "What it was before its edits."));
        spec.addPositional(Opt.words("ID", "1", "The letter's id, or how it begins."));
    }

    @Override
    public int run(Session session) {
        String id = Ids.letter(session, session.words().get(0));
        Reply reply = session.send(Request.get("/dlq/" + id + (session.has("--versions") ? "/versions" : "")));
        if (session.isJson()) {
            session.json(reply);
        } else if (session.has("--versions")) {
            session.page();
            VersionsView.print(session, reply.json());
        } else if (session.has("--payload")) {
            payload(session, reply);
        } else {
            session.page();
            Value letter = reply.json();
            new LetterView(session, letter).print(cause(session, letter));
        }
        return ExitCode.DONE;
    }

    /** As it is where a program reads it, and harmless where a person does. */
    private static void payload(Session session, Reply reply) {
        Value event = reply.json().at("originalEvent");
        Value payload = event.at("payload");
        boolean isTerminal = session.console().terminal().out();
        if (event.at("payloadEncoding").text("").equals("base64")) {
            byte[] bytes = Base64.getDecoder().decode(payload.text(""));
            if (isTerminal) throw new CommandFailed("the payload is not text", "write it to a file with > FILE");
            session.console().bytes(bytes);
        } else if (payload instanceof Value.Text text) {
            session.console().print(isTerminal ? SafeText.text(text.value()) + "\n" : text.value());
        } else if (isTerminal && !payload.isNothing()) {
            session.page();
            session.console().line(JsonWriter.pretty(payload, session.palette()));
        } else if (!payload.isNothing()) {
            session.console().bytes(JsonReader.raw(reply.bytes(), "originalEvent", "payload"));
        }
    }

    /** What the cause is called; not worth failing for. */
    private static Optional<String> cause(Session session, Value letter) {
        try {
            return letter.at("causeId")
                    .text()
                    .flatMap(id -> session.send(Request.get("/dlq/causes/" + id))
                            .json()
                            .at("title")
                            .text());
        } catch (CommandFailed e) {
            return Optional.empty();
        }
    }
}
