package dev.redrive.kafka.sendback;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of the confirmer. The numbers of letters are those of the last check of all of them.
 *
 * @param at when the last check ended, or null before the first
 * @param confirmed how many letters this node has confirmed since it started
 * @param waiting whose consumers have not come so far yet, or may still send them back
 * @param withoutGroup of whose consumers nothing is known; they must be confirmed by hand
 * @param missing whose record is no longer where it was written, because the topic was deleted or made again, or whose
 *     consumer group has no position there; they must be decided by hand
 * @param unread the dead letter topic that has to be read before anything more is confirmed, or null when there is none
 * @param trouble why nothing or not everything could be checked, or null when there was no error
 */
public record Confirmations(
        @Nullable Instant at,
        long confirmed,
        long waiting,
        long withoutGroup,
        long missing,
        @Nullable String unread,
        @Nullable String trouble) {

    static Confirmations none() {
        return new Confirmations(null, 0, 0, 0, 0, null, null);
    }

    Confirmations checkedAt(Instant time, @Nullable String nowUnread, @Nullable String nowTrouble) {
        return new Confirmations(time, confirmed, waiting, withoutGroup, missing, nowUnread, nowTrouble);
    }

    Confirmations andConfirmed(long more) {
        return new Confirmations(at, confirmed + more, waiting, withoutGroup, missing, unread, trouble);
    }

    Confirmations counted(long nowWaiting, long nowWithoutGroup, long nowMissing) {
        return new Confirmations(at, confirmed, nowWaiting, nowWithoutGroup, nowMissing, unread, trouble);
    }
}
