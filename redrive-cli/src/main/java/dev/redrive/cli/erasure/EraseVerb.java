package dev.redrive.cli.erasure;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Erases what is stored about one person: shows the letters, asks, erases, and searches again as a proof. */
public final class EraseVerb implements Verb {
    private static final int CONFLICT = 409;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Erases all letters that contain a value at given places: in the store with its earlier versions, and in the"
                                + " archive. Shows first which letters these are, and asks. Afterwards it searches again, and ends with 0"
                                + " only when nothing is left. Needs the role admin.",
                        "",
                        "The value is read from standard input, its first line, or from a file. It is no option, because other users of"
                                + " this machine can see command lines and the shell writes them to its history.")
                .footer(
                        "%nExamples:",
                        "  redrive erase --payload '$.customer.email' --header x-user-email",
                        "  redrive erase --payload '$.customer.id' --key --redact --value-file subject.txt");
        Subject.describe(spec);
        spec.addOption(Opt.flag(
                "--redact", "Keeps the letters and replaces the value by a mask; they are incomplete from then on."));
        spec.addOption(Opt.flag("--dry-run", "Only shows which letters contain the value."));
        spec.addOption(Opt.flag("-y, --yes", "Does not ask."));
    }

    @Override
    public int run(Session session) throws IOException {
        Subject subject = Subject.of(session);
        ErasureTask task = new ErasureTask(session, subject.body(session.has("--redact")));
        Value found = task.search();
        ErasureView view = new ErasureView(session);
        if (session.has("--dry-run")) return dryRun(session, view, found);
        if (!session.isJson()) view.found(found);
        long letters = found.at("found").number() - found.at("held").number();
        int views = found.at("views").items().size();
        if (letters + views == 0) return nothing(session, view, found);
        confirm(session, letters, views);
        Value done = erase(task, found);
        Value left = task.search();
        return session.isJson() ? json(session, done, left) : view.erased(done, left, session.has("--redact"));
    }

    private static int dryRun(Session session, ErasureView view, Value found) {
        if (session.isJson()) session.json(found);
        else view.found(found);
        return code(found.at("problems").items().isEmpty());
    }

    /** Held letters and unread objects mean that the subject is not erased. */
    private static int nothing(Session session, ErasureView view, Value found) {
        if (session.isJson()) session.json(found);
        else view.nothing(found);
        return code(
                found.at("found").number() == 0 && found.at("problems").items().isEmpty());
    }

    /** A number has to be read before it is typed; an erasure cannot be taken back. */
    private static void confirm(Session session, long letters, int views) {
        if (session.has("--yes")) return;
        String what = session.has("--redact") ? "remove the value from " : "delete ";
        String also = views == 0 ? "" : ", and delete " + ErasureView.views(views) + ",";
        Optional<String> answer = session.console()
                .askFor("Type " + letters + " to " + what + NumberText.letters(letters) + also + " for good:");
        if (answer.isEmpty() && !session.console().terminal().in())
            throw new BadUsage(
                    "a confirmation needs a terminal; nothing was changed\n  add --yes to continue without a question");
        if (answer.filter(String.valueOf(letters)::equals).isEmpty())
            throw new CommandFailed("nothing was changed", "type the number, or add --yes");
    }

    private static Value erase(ErasureTask task, Value found) {
        try {
            return task.erase(found.at("confirmation").text(""));
        } catch (ServerRefused e) {
            if (e.status() != CONFLICT) throw e;
            throw new CommandFailed(e.reason() + "; nothing was erased", "run it again and look at the letters");
        }
    }

    private static int json(Session session, Value done, Value left) {
        session.json(Value.object()
                .with("erased", done.at("erased"))
                .with("held", done.at("held"))
                .with("left", left.at("found"))
                .with("problems", done.at("problems"))
                .build());
        return code(isErased(done, left));
    }

    static boolean isErased(Value done, Value left) {
        return left.at("found").number() == 0
                && left.at("views").items().isEmpty()
                && done.at("problems").items().isEmpty()
                && left.at("problems").items().isEmpty();
    }

    static int code(boolean isGood) {
        return isGood ? ExitCode.DONE : ExitCode.FAILED;
    }
}
