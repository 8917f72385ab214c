package dev.redrive.server.replays;

import dev.redrive.Replays;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.replay.CommandResult;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows and commands replays within the channels of the caller; commands are audited. */
@Component
public final class ReplayCommands {
    /** For a caller with limited channels many replays may have to be skipped. */
    private static final int MOST_LOOKED_AT = 1000;

    private final Replays replays;
    private final Audit audit;

    public ReplayCommands(Replays replays, Audit audit) {
        this.replays = replays;
        this.audit = audit;
    }

    /**
     * Some replays, newest first.
     *
     * @param next from where to go on; null at the end
     */
    public record Page(List<Replay> items, @Nullable ReplayId next) {}

    /** Empty as well for one of channels that are not the caller's: they learn nothing about it. */
    public Optional<Replay> find(Caller caller, ReplayId id) {
        return replays.find(id).filter(replay -> ReplayScope.maySee(caller, replay));
    }

    /** Those that the caller may see, made before the given one; of all states when none is given. */
    public Page list(Caller caller, Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        List<Replay> shown = new ArrayList<>();
        ReplayId last = before;
        for (int looked = 0; looked < MOST_LOOKED_AT; ) {
            List<Replay> page = replays.list(states, limit, last);
            for (Replay replay : page) {
                last = replay.id();
                if (ReplayScope.maySee(caller, replay)) shown.add(replay);
                if (shown.size() == limit) return new Page(shown, last);
            }
            if (page.size() < limit) return new Page(shown, null);
            looked += page.size();
        }
        return new Page(shown, last);
    }

    /** Carries out a command if the caller may see the replay, and records it in the audit log. */
    public CommandResult command(Caller caller, ReplayId id, ReplayState.Command command) {
        Optional<Replay> before = find(caller, id);
        if (before.isEmpty()) return new CommandResult.NoSuchReplay();
        CommandResult result = replays.command(id, command, caller.name());
        // The same command twice changes nothing.
        boolean isNew = before.get().allows(command);
        if (result instanceof CommandResult.Done && isNew)
            audit.record(caller, "replay " + word(command), id.toString(), 0);
        return result;
    }

    /** Cancels a plan that the caller may see, unless it was started, and records it in the audit log. */
    CommandResult cancelUnstarted(Caller caller, ReplayId id) {
        Optional<Replay> before = find(caller, id);
        if (before.isEmpty()) return new CommandResult.NoSuchReplay();
        CommandResult result = replays.cancelUnstarted(id);
        boolean isNew = before.get().state() == ReplayState.PLANNED;
        if (result instanceof CommandResult.Done && isNew) audit.record(caller, "replay cancel", id.toString(), 0);
        return result;
    }

    /** Starts a plan that the caller may see, with the letters of stopped and paused replays, and records it in the audit log. */
    public CommandResult startTakingOver(Caller caller, ReplayId id) {
        Optional<Replay> before = find(caller, id);
        if (before.isEmpty()) return new CommandResult.NoSuchReplay();
        CommandResult result = replays.startTakingOver(id, caller.name());
        boolean isNew = before.get().allows(ReplayState.Command.START);
        if (result instanceof CommandResult.Done && isNew) audit.record(caller, "replay take over", id.toString(), 0);
        return result;
    }

    /** Gives back the letters of a replay that the caller may see, and records it in the audit log. */
    public CommandResult release(Caller caller, ReplayId id) {
        if (find(caller, id).isEmpty()) return new CommandResult.NoSuchReplay();
        CommandResult result = replays.release(id, caller.name());
        if (result instanceof CommandResult.Done) audit.record(caller, "replay release", id.toString(), 0);
        return result;
    }

    /** {@code PAUSE} is {@code pause}, in addresses as well as in the audit log. */
    static String word(ReplayState.Command command) {
        return command.name().toLowerCase(Locale.ROOT);
    }
}
