package dev.redrive.store.questions;

import dev.redrive.internal.text.Utf8;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;

/** How large a letter is, without its versions: all of it that may be large, or be there many times. */
public final class LetterSize {
    /** What an attempt has beside its failure. */
    private static final int ATTEMPT = 500;

    private LetterSize() {}

    public static long of(Message message, Failure failure, Iterable<Attempt> attempts) {
        long bytes = of(message) + of(failure);
        for (Attempt attempt : attempts) bytes += of(attempt);
        return bytes;
    }

    private static long of(Message message) {
        Payload key = message.origin().key();
        return message.payload().size()
                + message.headers().byteSize()
                + message.sealed().bytes().length
                + (key == null ? 0 : key.size())
                + Utf8.size(message.event().metadata().text())
                + Utf8.size(message.additional().members().text());
    }

    private static long of(Attempt attempt) {
        Failure failure = attempt.failure();
        return ATTEMPT + (failure == null ? 0 : of(failure));
    }

    private static long of(Failure failure) {
        return Utf8.size(failure.message())
                + Utf8.size(failure.stackTrace().text())
                + Utf8.size(failure.context().text());
    }
}
