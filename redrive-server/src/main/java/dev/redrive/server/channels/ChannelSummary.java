package dev.redrive.server.channels;

import dev.redrive.engine.TargetState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.channels.ChannelHold;
import java.util.Optional;

/**
 * A channel as a list shows it: its letters, what happened in the last hour, and what keeps its letters back.
 *
 * @param team the one that owns it
 */
public record ChannelSummary(
        String name,
        StatusCounts counts,
        HourCounts lastHour,
        Optional<ChannelHold> hold,
        Optional<TargetState> target,
        Optional<String> team) {

    /** The letters that are to be sent. */
    public long backlog() {
        return counts.of(LetterStatus.PENDING) + counts.of(LetterStatus.RETRYING);
    }

    /** The letters that wait for a person. */
    public long forPeople() {
        return counts.of(LetterStatus.FAILED) + counts.of(LetterStatus.MANUAL);
    }

    ChannelSummary withHold(Optional<ChannelHold> shown) {
        return new ChannelSummary(name, counts, lastHour, shown, target, team);
    }
}
