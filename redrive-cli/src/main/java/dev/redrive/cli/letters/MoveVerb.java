package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Moves named letters to another status. */
public final class MoveVerb implements Verb {
    private final String move;
    private final String question;
    private final String description;

    /** @param move the last word of the API's path */
    public MoveVerb(String move, String question, String description) {
        this.move = move;
        this.question = question;
        this.description = description;
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description(description);
        spec.addOption(Opt.text("--notes", "TEXT", "Why; kept with the letter."));
        LetterArguments.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        if (!LetterArguments.isGiven(session)) throw new BadUsage("say which letters: redrive " + move + " ID…");
        Value notes = Value.object()
                .with("notes", session.text("--notes").orElse(null))
                .build();
        return EachLetter.run(session, question, new Moving(session, move, notes));
    }

    /** A move of one letter, and what it came to. */
    record Moving(Session session, String move, Value body) implements EachLetter.Order {
        @Override
        public Request request(String id) {
            return Request.post("/dlq/" + id + "/" + move).json(body);
        }

        @Override
        public String outcome(Value answer) {
            return session.palette().word(answer.at("status").text("")) + ", was "
                    + answer.at("previousStatus").text("?");
        }
    }
}
