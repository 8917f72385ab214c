package dev.redrive.server.channels;

import dev.redrive.engine.TargetState;
import dev.redrive.event.RedriveEvent;

/** Whether the letters of a channel go out, and if not, what keeps them back. */
public enum Flow {
    HELD("held", "paused"),
    NO_TARGET("no target", "manual"),
    CIRCUIT_OPEN("circuit open", "bad"),
    CIRCUIT_HALF_OPEN("circuit half open", "pending"),
    TARGET_UNWELL("target not well", "bad"),
    FLOWS("flows", "good"),
    EMPTY("nothing waits", "ignored");

    private final String words;
    private final String tone;

    Flow(String words, String tone) {
        this.words = words;
        this.tone = tone;
    }

    /** What a list knows: targets are not asked how they are. */
    static Flow of(ChannelSummary channel) {
        return of(channel, false);
    }

    static Flow of(ChannelSummary channel, boolean isUnwell) {
        if (channel.hold().isPresent()) return HELD;
        RedriveEvent.Circuit circuit =
                channel.target().map(TargetState::circuit).orElse(RedriveEvent.Circuit.CLOSED);
        if (circuit == RedriveEvent.Circuit.OPEN) return CIRCUIT_OPEN;
        if (isUnwell) return TARGET_UNWELL;
        if (circuit == RedriveEvent.Circuit.HALF_OPEN) return CIRCUIT_HALF_OPEN;
        if (channel.target().isEmpty() && channel.counts().open() > 0) return NO_TARGET;
        return channel.backlog() > 0 ? FLOWS : EMPTY;
    }

    public String words() {
        return words;
    }

    /** The tone of the style sheet. */
    public String tone() {
        return tone;
    }
}
