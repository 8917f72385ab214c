package dev.redrive.server.target;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import java.util.Map;

/** Letters as a target gets them: leased by a worker. */
final class TestLetters {
    private TestLetters() {}

    static DeadLetter saying(String payload) {
        return saying(payload, Map.of());
    }

    static DeadLetter saying(String payload, Map<String, String> headers) {
        return of(Message.of(payload).with(Headers.of(headers)));
    }

    static DeadLetter absent(Map<String, String> headers) {
        return of(Message.of((String) null).with(Headers.of(headers)));
    }

    static DeadLetter of(byte[] payload) {
        return of(Message.of(Payload.of(payload)));
    }

    private static DeadLetter of(Message message) {
        return ClaimedLetters.with(message);
    }
}
