package dev.redrive.cli.views;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import picocli.CommandLine.Model.CommandSpec;

/** Saves a view, or deletes one. */
public final class ChangeViewVerb implements Verb {
    private static final String SHARED = "--shared";

    private final boolean isSave;

    private ChangeViewVerb(boolean isSave) {
        this.isSave = isSave;
    }

    public static ChangeViewVerb save() {
        return new ChangeViewVerb(true);
    }

    public static ChangeViewVerb delete() {
        return new ChangeViewVerb(false);
    }

    @Override
    public void describe(CommandSpec spec) {
        if (isSave) {
            spec.usageMessage()
                    .description("Saves a view of the list of letters, in the place of an earlier one of its name.")
                    .footer(
                            "%nExample:",
                            "  redrive views save 'Payments to decide' 'channel=payments&status=MANUAL&order=oldest'");
            spec.addPositional(Opt.words("NAME QUERY", "2", "Its name, and the query of the page of letters."));
        } else {
            spec.usageMessage().description("Deletes a saved view.");
            spec.addPositional(Opt.words("NAME", "1", "Its name."));
        }
        spec.addOption(Opt.flag(SHARED, "The one that everybody sees, not your own."));
    }

    @Override
    public int run(Session session) {
        String name = session.words().get(0);
        Reply reply = session.send(request(session, "/dlq/views/" + Request.encoded(name)));
        if (session.isJson()) session.json(reply);
        else session.say(SafeText.line("the view " + name + (isSave ? " is saved" : " is deleted")));
        return ExitCode.DONE;
    }

    private Request request(Session session, String path) {
        boolean isShared = session.has(SHARED);
        if (!isSave) return Request.delete(path).query("shared", String.valueOf(isShared));
        return Request.put(path)
                .json(Value.object()
                        .with("query", session.words().get(1))
                        .with("shared", Value.of(isShared))
                        .build());
    }
}
