package dev.redrive.internal.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.text.Utf8;
import dev.redrive.json.Json;
import dev.redrive.letter.Message;

/**
 * What a letter holds beside its payload: headers, metadata, context of the error, what its sender said that a letter has
 * no place for, and the whole of names that are too long for theirs. It is read with the letter wherever that is shown or sent, so it has a limit as the payload has.
 */
public final class BesidePayload {
    public static final int LIMIT = 1024 * 1024;

    private BesidePayload() {}

    public static long bytes(FailedMessage failed) {
        Message message = failed.message();
        return message.headers().byteSize()
                + bytes(message.event().metadata())
                + bytes(message.additional().members())
                + (failed.reason() instanceof FailedMessage.ReportedError told ? bytes(told.context()) : 0)
                + CutNames.bytes(failed);
    }

    private static long bytes(Json json) {
        return json.equals(Json.EMPTY_OBJECT) ? 0 : Utf8.size(json.text());
    }

    public static boolean fits(long bytes) {
        return bytes <= LIMIT;
    }

    /** Why it is refused, and what can be done. */
    public static String refusal(long bytes) {
        return "headers, metadata, context of the error, additional members and names that are too long for their place have "
                + bytes + " bytes together, the limit is " + LIMIT + "; put large values into the payload";
    }
}
