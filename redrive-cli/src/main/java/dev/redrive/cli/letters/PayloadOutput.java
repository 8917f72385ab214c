package dev.redrive.cli.letters;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import java.util.Base64;

/** The payload of a letter and nothing else. */
public final class PayloadOutput {
    private PayloadOutput() {}

    /** As it is where a program reads it, and harmless where a person does. */
    public static void print(Session session, Reply reply) {
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
}
