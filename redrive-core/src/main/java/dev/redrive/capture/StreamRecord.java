package dev.redrive.capture;

import dev.redrive.letter.LetterId;
import java.util.function.Predicate;

/** A record that a reader found in a dead letter stream. */
public sealed interface StreamRecord {
    FailedMessage failed();

    Handling handling();

    /** The same record on another way. */
    StreamRecord withHandling(Handling handling);

    /** How its letter is handled at first. */
    enum Handling {
        /** As its policy plans it. */
        AS_PLANNED,
        /** It failed too long ago to be sent back automatically; it waits for a person. */
        TOO_OLD,
        /** Its consumer or another queue gave up on it already; a person has to decide. */
        PARKED
    }

    /** A message that is not known to be a letter of ours. */
    record Fresh(FailedMessage failed, Handling handling) implements StreamRecord {
        public Fresh(FailedMessage failed) {
            this(failed, Handling.AS_PLANNED);
        }

        @Override
        public Fresh withHandling(Handling other) {
            return new Fresh(failed, other);
        }
    }

    /**
     * A message that says to be a letter of ours that failed again. It need not be one: consumers hand headers on to
     * messages of their own.
     *
     * @param sentAs the token of the attempt that sent it
     * @param sentTo whether a receipt says that the letter was sent to where this message was read
     */
    record Back(LetterId letter, int sentAs, Predicate<String> sentTo, FailedMessage failed, Handling handling)
            implements StreamRecord {
        public Back(LetterId letter, int sentAs, Predicate<String> sentTo, FailedMessage failed) {
            this(letter, sentAs, sentTo, failed, Handling.AS_PLANNED);
        }

        @Override
        public Back withHandling(Handling other) {
            return new Back(letter, sentAs, sentTo, failed, other);
        }
    }

    /**
     * A message that another retry service sent back or gave up on. Its earlier record may be a letter already.
     *
     * @param eventId what all records of the message have in common
     * @param recordName what only this record has: its key when it fails again after its letter was closed
     */
    record Again(String eventId, String recordName, FailedMessage failed, Handling handling) implements StreamRecord {
        @Override
        public Again withHandling(Handling other) {
            return new Again(eventId, recordName, failed, other);
        }
    }
}
