package dev.redrive.server.replays;

import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.ledger.Replay;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;

/** Shows replays to callers without what is hidden from them. */
final class ShownReplays {
    private final Settings settings;
    private final RedactionGate gate;

    ShownReplays(Settings settings) {
        this.settings = settings;
        this.gate = new RedactionGate(settings.redaction());
    }

    /** A transform is stored as it was written, because it is what runs. */
    Replay to(Caller caller, Replay replay) {
        return Masking.of(settings, caller)
                .shown(replay.with(replay.asked(), replay.task().withTransform(gate::text)));
    }
}
