package dev.redrive.server.channels;

import dev.redrive.Channels;
import dev.redrive.Redrive;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Holds and releases channels, and records it in the audit log. */
@Component
final class ChannelCommands {
    private final Channels channels;
    private final Audit audit;
    private final InstantSource clock;
    private final RedactionGate gate;

    ChannelCommands(Redrive redrive, Settings settings, Audit audit, InstantSource clock) {
        this.channels = redrive.channels();
        this.audit = audit;
        this.clock = clock;
        this.gate = new RedactionGate(settings.redaction());
    }

    /** The hold that is in force now, and whether it is the one that was asked for. */
    record Held(ChannelHold hold, boolean isNew) {}

    Held hold(Caller caller, String name, @Nullable String reason) {
        if (channels.held().size() >= ChannelHolds.MOST)
            throw Problem.conflict(ChannelHolds.MOST + " channels are held already; release some first");
        ChannelHold wanted = new ChannelHold(name, caller.name(), reason, clock.instant());
        ChannelHold held = channels.hold(wanted);
        boolean isNew = held.since().equals(wanted.since()) && held.by().equals(wanted.by());
        if (isNew) audit.record(caller, "channel.hold", subject(name, held.reason()), 0);
        return new Held(held, isNew);
    }

    ChannelHold release(Caller caller, String name, @Nullable String reason) {
        ChannelHold released = channels.release(name, caller.name())
                .orElseThrow(() -> Problem.notFound("the channel " + name + " is not held"));
        audit.record(caller, "channel.release", subject(name, reason == null ? null : gate.text(reason)), 0);
        return released;
    }

    private static String subject(String channel, @Nullable String reason) {
        return reason == null ? channel : channel + ": " + reason;
    }
}
