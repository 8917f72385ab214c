package dev.redrive.ledger;

import java.util.EnumSet;
import java.util.Set;

/** The state of a replay. Declared in the order in which it is stored: append, never reorder. */
public enum ReplayState {
    /** Its letters are being written down. */
    PLANNING,
    /** Its letters are fixed; nothing is sent before it is started. */
    PLANNED,
    /** Letters go out, or will when its hours have come. */
    RUNNING,
    /** Held by a person, or after a step; goes on when resumed, or by itself when its time has come. */
    PAUSED,
    /** Held by its own brakes, because too much failed or a target is not well; goes on when resumed. */
    STOPPED,
    /** No more letters go out; those under way are being finished. */
    CANCELLING,
    /** Ended by a person before all letters went out, or because another replay took over what it had left. */
    CANCELLED,
    /** Every letter of the plan was sent or skipped, and at least one was sent. */
    DONE,
    /** Every letter of the plan was skipped: nothing was sent. */
    FAILED;

    private static final Set<ReplayState> ENDED = EnumSet.of(CANCELLED, DONE, FAILED);

    /** True when the state is final and nothing more will be sent. */
    public boolean isEnded() {
        return ENDED.contains(this);
    }

    /** The states in which a replay may be started, resumed, paused or cancelled; {@link Replay#allows} knows more. */
    public static Set<ReplayState> before(Command command) {
        return switch (command) {
            case START -> EnumSet.of(PLANNED);
            case PAUSE -> EnumSet.of(RUNNING);
            case RESUME -> EnumSet.of(PAUSED, STOPPED);
            case CANCEL -> EnumSet.of(PLANNED, RUNNING, PAUSED, STOPPED);
        };
    }

    /** A command to a replay. */
    public enum Command {
        START(RUNNING),
        PAUSE(PAUSED),
        RESUME(RUNNING),
        CANCEL(CANCELLING);

        private final ReplayState leadsTo;

        Command(ReplayState leadsTo) {
            this.leadsTo = leadsTo;
        }

        public ReplayState leadsTo() {
            return leadsTo;
        }
    }
}
