package dev.redrive.server.replays;

import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;

/** Decides who sees a replay: callers that are limited to channels see those whose channels are all theirs. */
final class ReplayScope {
    private ReplayScope() {}

    /** A replay without channels, or with more than its plan names, is shown to its maker only. */
    static boolean maySee(Caller caller, Replay replay) {
        Scope scope = Scope.of(caller);
        if (scope.isAll()) return true;
        ReplayPlan plan = replay.plan();
        return areIn(scope, plan) && (isKnown(plan) || caller.name().equals(replay.by()));
    }

    /** The same for a caller whose name is not known. */
    static boolean areAllIn(Scope scope, ReplayPlan plan) {
        return scope.isAll() || (isKnown(plan) && areIn(scope, plan));
    }

    private static boolean isKnown(ReplayPlan plan) {
        return plan.otherChannels() == 0 && !plan.channels().isEmpty();
    }

    private static boolean areIn(Scope scope, ReplayPlan plan) {
        return plan.channels().stream().map(ReplayPlan.ChannelCount::name).allMatch(scope::includes);
    }
}
