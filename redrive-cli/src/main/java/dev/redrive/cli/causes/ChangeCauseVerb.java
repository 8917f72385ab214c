package dev.redrive.cli.causes;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import picocli.CommandLine.Model.CommandSpec;

/** Says who works on a cause, or where its ticket is. */
public final class ChangeCauseVerb implements Verb {
    private final String command;
    private final String member;
    private final String label;

    private ChangeCauseVerb(String command, String member, String label) {
        this.command = command;
        this.member = member;
        this.label = label;
    }

    public static ChangeCauseVerb assign() {
        return new ChangeCauseVerb("assign", "assignee", "NAME");
    }

    public static ChangeCauseVerb link() {
        return new ChangeCauseVerb("link", "url", "URL");
    }

    private boolean isLink() {
        return command.equals("link");
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description(isLink() ? "Links a cause to its ticket." : "Says who works on a cause.");
        spec.addPositional(Opt.words("ID " + label, "2", "The cause's id, or how it begins, and the " + what() + "."));
    }

    private String what() {
        return isLink() ? "ticket's address" : "person's name";
    }

    @Override
    public int run(Session session) {
        if (session.words().size() != 2)
            throw new BadUsage("give the cause and the " + what() + ": redrive causes " + command + " ID " + label);
        String id = Ids.cause(session, session.words().get(0));
        String word = session.words().get(1);
        Reply reply = session.send(Request.post("/dlq/causes/" + id + "/" + command)
                .json(Value.object().with(member, checked(word)).build()));
        if (session.isJson()) session.json(reply);
        else session.say(SafeText.line(Ids.cut(id, 8) + said(word) + title(reply)));
        return ExitCode.DONE;
    }

    private String checked(String word) {
        if (isLink() && !word.matches("https?://\\S+")) throw new BadUsage("\"" + word + "\" is no http or https URL");
        return word;
    }

    private String said(String word) {
        return isLink() ? " has the ticket " + word : " is assigned to " + word;
    }

    private static String title(Reply reply) {
        return reply.json().at("title").text().map(text -> ": " + text).orElse("");
    }
}
