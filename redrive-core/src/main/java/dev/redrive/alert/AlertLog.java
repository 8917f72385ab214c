package dev.redrive.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores the states of alert rules and the messages about them. Safe to use from many threads and processes at once. */
public interface AlertLog {
    /**
     * Records whether the condition of a rule holds, and returns what this caller has to send. A rule is announced when its
     * condition begins to hold, but not again within the quiet time of its last message, and once when it ended, if it had
     * been announced. A condition that began within the quiet time and still holds after it is announced then.
     */
    Turn turn(String key, boolean holds, Instant now, Duration quiet);

    /**
     * Records whether the condition of a snoozed rule holds; there is nothing to send. A rule that still holds after its snooze
     * is announced then, again if it was announced before.
     */
    void snoozedTurn(String key, boolean holds, Instant now);

    /** What the caller has to send. */
    enum Turn {
        NOTHING,
        SEND,
        SEND_ENDED
    }

    /**
     * Marks the announcement of this time as undelivered, so that it is sent again after the quiet time if the condition
     * still holds; nothing is sent when it ends before. Has no effect when the condition has ended or was announced since.
     */
    void undelivered(String key, Instant announcedAt);

    /** The rules whose condition holds, and since when. */
    List<Firing> firing();

    /** A rule whose condition holds. */
    record Firing(String key, Instant since) {}

    /** Stores a snooze; one with the same key is replaced, and those that ended before this one began are deleted. */
    void snooze(AlertSnooze snooze);

    /** Ends a snooze and returns it; empty when there is none. */
    Optional<AlertSnooze> endSnooze(String key);

    /** The snoozes that last at this time, by key. */
    List<AlertSnooze> snoozes(Instant now);

    /** Stores a message; one with the same id is replaced. */
    void save(AlertMessage message);

    /** Newest first, older than the given message if there is one. */
    List<AlertMessage> messages(int limit, Optional<String> before);
}
