package dev.redrive.spring;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import java.net.http.HttpTimeoutException;

/** Letters for tests. */
final class TestLetters {
    private TestLetters() {}

    /** A letter that is tried again in about a second. */
    static LetterId timedOut(Redrive redrive, String channel, String payload) {
        return capture(redrive, channel, payload, new HttpTimeoutException("no answer within 3 s"));
    }

    /** A letter that is not retried automatically. */
    static LetterId invalid(Redrive redrive, String channel, String payload) {
        return capture(redrive, channel, payload, new IllegalArgumentException("amount is negative"));
    }

    static LetterId capture(Redrive redrive, String channel, String payload, Exception why) {
        return redrive.capture(FailedMessage.of(channel, Message.of(payload), why))
                .id();
    }

    static LetterStatus status(Redrive redrive, LetterId id) {
        return redrive.letters().find(id).orElseThrow().status();
    }
}
