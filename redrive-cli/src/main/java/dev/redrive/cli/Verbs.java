package dev.redrive.cli;

import dev.redrive.cli.audit.AuditListVerb;
import dev.redrive.cli.causes.CauseVerb;
import dev.redrive.cli.causes.CausesVerb;
import dev.redrive.cli.causes.ChangeCauseVerb;
import dev.redrive.cli.causes.DecideCauseVerb;
import dev.redrive.cli.causes.IgnoreCauseVerb;
import dev.redrive.cli.causes.NoteCauseVerb;
import dev.redrive.cli.causes.ReleasedVerb;
import dev.redrive.cli.channels.ChannelHoldVerb;
import dev.redrive.cli.channels.ChannelsVerb;
import dev.redrive.cli.cold.ColdListVerb;
import dev.redrive.cli.cold.ColdRestoreVerb;
import dev.redrive.cli.cold.ColdShowVerb;
import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Suggestion;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.erasure.EraseVerb;
import dev.redrive.cli.holds.HoldsVerb;
import dev.redrive.cli.holds.LiftHoldVerb;
import dev.redrive.cli.holds.PlaceHoldVerb;
import dev.redrive.cli.letters.CaptureVerb;
import dev.redrive.cli.letters.CloseVerb;
import dev.redrive.cli.letters.DeleteVerb;
import dev.redrive.cli.letters.EditVerb;
import dev.redrive.cli.letters.ListVerb;
import dev.redrive.cli.letters.MoveVerb;
import dev.redrive.cli.letters.RetryVerb;
import dev.redrive.cli.letters.ShowVerb;
import dev.redrive.cli.letters.TailVerb;
import dev.redrive.cli.replays.ReplayCommandVerb;
import dev.redrive.cli.replays.ReplayLedgerVerb;
import dev.redrive.cli.replays.ReplayListVerb;
import dev.redrive.cli.replays.ReplayVerb;
import dev.redrive.cli.retention.RetentionRunVerb;
import dev.redrive.cli.retention.RetentionVerb;
import dev.redrive.cli.status.AlertsVerb;
import dev.redrive.cli.status.CheckAlertsVerb;
import dev.redrive.cli.status.DoctorVerb;
import dev.redrive.cli.status.NodesVerb;
import dev.redrive.cli.status.SnoozeVerb;
import dev.redrive.cli.status.StatsVerb;
import dev.redrive.cli.status.TestAlertsVerb;
import dev.redrive.cli.transfer.BackupVerb;
import dev.redrive.cli.transfer.ExportVerb;
import dev.redrive.cli.transfer.ImportVerb;
import dev.redrive.cli.views.ChangeViewVerb;
import dev.redrive.cli.views.ViewsVerb;
import java.util.List;

/** All verbs by their names. */
public final class Verbs {
    /** A verb of a verb follows it. */
    public static final List<String> NAMES = List.of(
            "causes",
            "causes show",
            "causes acknowledge",
            "causes ignore",
            "causes resolve",
            "causes reopen",
            "causes assign",
            "causes link",
            "causes note",
            "causes released",
            "channels",
            "channels hold",
            "channels release",
            "stats",
            "list",
            "show",
            "views",
            "views list",
            "views save",
            "views delete",
            "retry",
            "reset",
            "confirm",
            "archive",
            "discard",
            "restore",
            "delete",
            "cold",
            "cold list",
            "cold show",
            "cold restore",
            "retention",
            "retention run",
            "holds",
            "holds add",
            "holds lift",
            "erase",
            "edit",
            "replay",
            "replay list",
            "replay show",
            "replay ledger",
            "replay watch",
            "replay start",
            "replay pause",
            "replay resume",
            "replay cancel",
            "replay release",
            "capture",
            "export",
            "import",
            "backup",
            "backup create",
            "tail",
            "doctor",
            "nodes",
            "alerts",
            "alerts check",
            "alerts test",
            "alerts snooze",
            "audit list",
            "completion",
            "help",
            "version");

    /** What the launcher hands to the server instead. */
    static final List<String> OF_SERVER = List.of("serve", "demo", "audit");

    private Verbs() {}

    /**
     * A new one of that name.
     *
     * @throws BadUsage when there is none, with one that was probably meant
     */
    static Verb of(String name) {
        return switch (name) {
            case "causes" -> new CausesVerb();
            case "causes show" -> new CauseVerb();
            case "causes acknowledge" -> new DecideCauseVerb("acknowledge", "Marks a cause as being worked on.");
            case "causes ignore" -> new IgnoreCauseVerb();
            case "causes resolve" ->
                new DecideCauseVerb("resolve", "Marks a cause as fixed; if it comes back, an alert is sent.");
            case "causes reopen" -> new DecideCauseVerb("reopen", "Withdraws the decision about a cause.");
            case "causes assign" -> ChangeCauseVerb.assign();
            case "causes link" -> ChangeCauseVerb.link();
            case "causes note" -> new NoteCauseVerb();
            case "causes released" -> new ReleasedVerb();
            case "channels" -> new ChannelsVerb();
            case "channels hold" -> ChannelHoldVerb.hold();
            case "channels release" -> ChannelHoldVerb.release();
            case "audit list" -> new AuditListVerb();
            case "stats" -> new StatsVerb();
            case "export" -> new ExportVerb();
            case "import" -> new ImportVerb();
            case "backup", "backup create" -> new BackupVerb();
            case "replay" -> new ReplayVerb();
            case "replay list" -> new ReplayListVerb();
            case "replay ledger" -> new ReplayLedgerVerb();
            case "replay show",
                    "replay watch",
                    "replay start",
                    "replay pause",
                    "replay resume",
                    "replay cancel",
                    "replay release" -> new ReplayCommandVerb(name.substring("replay ".length()));
            case "edit" -> new EditVerb();
            case "tail" -> new TailVerb();
            case "doctor" -> new DoctorVerb();
            case "nodes" -> new NodesVerb();
            case "list" -> new ListVerb();
            case "show" -> new ShowVerb();
            case "views", "views list" -> new ViewsVerb();
            case "views save" -> ChangeViewVerb.save();
            case "views delete" -> ChangeViewVerb.delete();
            case "retry" -> new RetryVerb();
            case "reset" ->
                new MoveVerb("reset", "Reset %d letters?", "Starts letters over: retry count 0, back to PENDING.");
            case "confirm" -> new MoveVerb("confirm", "Confirm %d letters?", "Marks replayed letters as processed.");
            case "restore" ->
                new MoveVerb(
                        "restore", "Restore %d letters?", "Brings archived letters back as MANUAL, to decide anew.");
            case "archive" -> CloseVerb.archive();
            case "discard" -> CloseVerb.discard();
            case "delete" -> new DeleteVerb();
            case "cold", "cold list" -> new ColdListVerb();
            case "cold show" -> new ColdShowVerb();
            case "cold restore" -> new ColdRestoreVerb();
            case "retention" -> new RetentionVerb();
            case "retention run" -> new RetentionRunVerb();
            case "holds" -> new HoldsVerb();
            case "holds add" -> new PlaceHoldVerb();
            case "holds lift" -> new LiftHoldVerb();
            case "erase" -> new EraseVerb();
            case "capture" -> new CaptureVerb();
            case "alerts" -> new AlertsVerb();
            case "alerts check" -> new CheckAlertsVerb();
            case "alerts test" -> new TestAlertsVerb();
            case "alerts snooze" -> new SnoozeVerb();
            case "completion" -> new CompletionVerb();
            case "help" -> new HelpVerb();
            case "version" -> new VersionVerb();
            default -> throw new BadUsage(unknown(name));
        };
    }

    private static String unknown(String name) {
        if (OF_SERVER.contains(name)) return "\"" + name + "\" starts a server; call it through the launcher ./redrive";
        String next = Suggestion.to(name, NAMES)
                .map(known -> "did you mean: redrive " + known)
                .orElse("all commands: redrive help");
        return "there is no command \"" + name + "\"\n  " + next;
    }
}
