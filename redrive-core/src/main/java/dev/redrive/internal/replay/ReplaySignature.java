package dev.redrive.internal.replay;

import dev.redrive.ledger.ReplayId;

/** The name under which a replay claims and moves letters, so that any node recognises it later. */
final class ReplaySignature {
    private ReplaySignature() {}

    /** What the names of its workers begin with. */
    static String prefix(ReplayId replay) {
        return "replay-" + replay + "@";
    }

    static String name(ReplayId replay, String node) {
        return prefix(replay) + node;
    }

    /** The notes of the versions that it makes. */
    static String note(ReplayId replay) {
        return "changed by replay " + replay;
    }
}
