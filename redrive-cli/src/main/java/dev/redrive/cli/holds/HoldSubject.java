package dev.redrive.cli.holds;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a legal hold is on.
 *
 * @param kind the API's word: {@code letter}, {@code cause} or {@code channel}
 */
record HoldSubject(String kind, String name) {
    private static final List<String> KINDS = List.of("letter", "cause", "channel");

    static void describe(CommandSpec spec) {
        spec.addOption(Opt.text("--letter", "ID", "One letter, in the store or in the archive."));
        spec.addOption(Opt.text("--cause", "ID", "All letters that failed with this cause first or fail with it now."));
        spec.addOption(Opt.text("-c, --channel", "NAME", "All letters of this channel; not a pattern."));
    }

    /** The one that the command line names. */
    static HoldSubject of(Session session) {
        List<String> given =
                KINDS.stream().filter(kind -> session.has("--" + kind)).toList();
        if (given.size() != 1) throw new BadUsage("give one of --letter ID, --cause ID and --channel NAME");
        String kind = given.get(0);
        String typed = session.text("--" + kind).orElseThrow();
        return new HoldSubject(
                kind,
                switch (kind) {
                    case "letter" -> Ids.letter(session, typed);
                    case "cause" -> Ids.cause(session, typed);
                    default -> typed;
                });
    }

    /** That of a hold as the server describes it. */
    static HoldSubject of(Value hold) {
        return KINDS.stream()
                .filter(kind -> !hold.at(kind).isNothing())
                .map(kind -> new HoldSubject(kind, hold.at(kind).text("")))
                .findFirst()
                .orElse(new HoldSubject("", ""));
    }

    @Override
    public String toString() {
        return kind + " " + name;
    }
}
