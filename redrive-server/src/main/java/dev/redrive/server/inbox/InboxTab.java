package dev.redrive.server.inbox;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.server.causes.CauseLabel;
import dev.redrive.server.web.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which causes of the inbox are shown. */
public enum InboxTab {
    /** Those that nobody has decided about, and that have open letters, whoever looks after them. */
    OPEN("Nothing needs you."),
    NEW("No cause is new today."),
    REGRESSED("No cause came back."),
    /** Assigned to the reader. */
    MINE("No cause is assigned to you."),
    ACKNOWLEDGED("None is acknowledged."),
    ALL("No causes yet.");

    private final String whenEmpty;

    InboxTab(String whenEmpty) {
        this.whenEmpty = whenEmpty;
    }

    static InboxTab of(String word) {
        if (word.isEmpty()) return OPEN;
        return Arrays.stream(values())
                .filter(tab -> tab.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.badField(
                        "tab",
                        "tab must be one of "
                                + Arrays.stream(values()).map(InboxTab::word).collect(Collectors.joining(", "))));
    }

    boolean has(Cause cause, CauseLabel label, String reader) {
        return switch (this) {
            case OPEN -> label.isUrgent();
            case NEW -> label == CauseLabel.NEW;
            case REGRESSED -> label == CauseLabel.REGRESSED;
            case MINE -> reader.equals(cause.care().assignee());
            case ACKNOWLEDGED -> cause.state() == CauseState.ACKNOWLEDGED;
            case ALL -> true;
        };
    }

    /** The word in the address. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String whenEmpty() {
        return whenEmpty;
    }
}
