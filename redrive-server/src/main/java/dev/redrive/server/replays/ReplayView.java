package dev.redrive.server.replays;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayState.Command;
import dev.redrive.server.letters.PayloadView;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything on a replay's page.
 *
 * @param title the title of the page, without how far it has come
 * @param reason why it is in its state
 * @param causePage the id of the cause that it is about, for readers with the right to see causes
 * @param troubled the first of the lines whose letter did not get through
 */
public record ReplayView(
        Replay replay,
        String title,
        LinkedReason reason,
        PlanView plan,
        SelectionText chosen,
        Optional<String> causePage,
        ProgressBar bar,
        ReplaySteps steps,
        List<String> brakes,
        Optional<PayloadView> transform,
        List<LedgerLine> troubled,
        List<Button> buttons) {

    /**
     * A command that it accepts now.
     *
     * @param isFirst whether it is what most people come for
     * @param question asked before it is done; empty when it can be taken back anyway
     */
    public record Button(Command command, String title, String hint, boolean isFirst, Optional<String> question) {
        /** A plan without letters has nothing to start. */
        static List<Button> of(PlanView plan) {
            Replay replay = plan.replay();
            return Arrays.stream(Command.values())
                    .filter(replay::allows)
                    .filter(command -> command != Command.START || replay.plan().count() > 0)
                    .map(command -> of(command, plan))
                    .toList();
        }

        private static Button of(Command command, PlanView plan) {
            return switch (command) {
                case START -> new Button(command, "Start", "Send its letters", plan.sendsAny(), Optional.empty());
                case PAUSE ->
                    new Button(command, "Pause", "Hold it; what is on its way arrives", false, Optional.empty());
                case RESUME ->
                    new Button(
                            command,
                            ReplaySteps.next(plan.replay())
                                    .map(more -> "Go on: send " + more)
                                    .orElse("Resume"),
                            "Go on where it was held",
                            true,
                            Optional.empty());
                case CANCEL ->
                    new Button(
                            command,
                            "Cancel",
                            "End it before all letters went out",
                            false,
                            Optional.of("Cancel this replay? Letters that have not gone out stay as they are, and it"
                                    + " cannot go on afterwards."));
            };
        }

        /** The key that presses it: one for holding and going on, as on players. */
        public String key() {
            return switch (command) {
                case START -> "s";
                case PAUSE, RESUME -> "p";
                case CANCEL -> "c";
            };
        }
    }

    /** The title of a browser tab: how far it has come stands first. */
    public String tabTitle() {
        return switch (replay.state()) {
            case PLANNING, PLANNED -> title;
            case RUNNING -> percent() + " · " + title;
            case PAUSED, STOPPED, CANCELLING -> NameText.lower(replay.state()) + " at " + percent() + " · " + title;
            case DONE, FAILED, CANCELLED -> NameText.lower(replay.state()) + " · " + title;
        };
    }

    /** Not 100 before the last one, and not 0 after the first one. */
    private String percent() {
        long all = Math.max(1, progress().matched());
        long done = progress().matched() - progress().count(LineState.PLANNED);
        return (done > 0 ? Math.max(1, done * 100 / all) : 0) + " %";
    }

    /** Whether it may hold letters that others could send. */
    public boolean canRelease() {
        return replay.state() == ReplayState.PAUSED || replay.state() == ReplayState.STOPPED;
    }

    public long unsent() {
        return progress().count(LineState.PLANNED);
    }

    public ReplayProgress progress() {
        return replay.progress();
    }

    public LineState[] states() {
        return LineState.values();
    }

    public long troubles() {
        return ReplayPage.TROUBLED.stream().mapToLong(progress()::count).sum();
    }

    /** As the ledger's address wants them. */
    public String troubledStates() {
        return ReplayPage.TROUBLED.stream().map(Enum::name).collect(Collectors.joining(","));
    }

    /** How fast it is, how long it was at it, and how long it will probably take. */
    public String pace() {
        double rate = progress().rate();
        if (rate == 0) return replay.state().isEnded() ? "nothing was sent" : "nothing sent yet";
        String pace = String.format(Locale.ROOT, "%.1f a second", rate) + " · active for "
                + TimeText.span(progress().active());
        if (replay.state() != ReplayState.RUNNING) return pace;
        long seconds = Math.round(progress().count(LineState.PLANNED) / rate);
        return pace + " · about " + TimeText.span(Duration.ofSeconds(Math.max(1, seconds))) + " left";
    }

    /** When it goes on by itself: after a step, or when its hours come. */
    public Optional<Instant> goesOnAt(Instant now) {
        Instant wake = replay.wakeAt();
        boolean waits = replay.state() == ReplayState.PAUSED || replay.state() == ReplayState.RUNNING;
        return wake != null && waits && wake.isAfter(now) ? Optional.of(wake) : Optional.empty();
    }
}
