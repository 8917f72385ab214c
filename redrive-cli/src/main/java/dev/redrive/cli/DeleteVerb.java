package dev.redrive.cli;

import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Deletes letters for good: named ones, or those that have been in the archive for some time. */
final class DeleteVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Deletes letters for good. Nothing of them stays but a line in the audit log.");
        spec.addOption(Opt.text("--archived-before", "AGE", "Those archived longer ago than this: 30d."));
        Named.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        boolean isByAge = session.has("--archived-before");
        if (isByAge == Named.isGiven(session))
            throw new BadUsage("say which letters: either ids, or --archived-before AGE\n  try: redrive delete --help");
        return isByAge
                ? archived(session, session.text("--archived-before").orElse(""))
                : EachLetter.run(session, "Delete %d letters for good?", new Delete());
    }

    private static final class Delete implements EachLetter.Order {
        @Override
        public Request request(String id) {
            return Request.delete("/dlq/" + id);
        }

        @Override
        public String told(Value answer) {
            return "is deleted";
        }
    }

    /** How many it will be only the server knows, as the time in the archive counts: the question says how many there are. */
    private static int archived(Session session, String age) {
        long most = session.send(Request.get("/dlq").query("status", "ARCHIVED").query("limit", "1"))
                .json()
                .at("total")
                .number();
        session.confirm(
                most,
                "Delete for good those of the " + most + " archived letters that were archived " + age + " ago or"
                        + " earlier?");
        Reply reply = session.send(Request.delete("/dlq/bulk/archived").query("olderThan", age));
        if (session.isJson()) {
            session.json(reply);
        } else {
            session.console().line(reply.json().at("deleted").text("0") + " letters are deleted");
        }
        return Cli.DONE;
    }
}
