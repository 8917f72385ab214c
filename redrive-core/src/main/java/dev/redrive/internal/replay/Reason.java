package dev.redrive.internal.replay;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Failure;

/** Puts reasons into words that fit into a line of a ledger. */
final class Reason {
    private static final int LONGEST = 300;

    private Reason() {}

    static String of(Failure failure) {
        String type = failure.type();
        String name = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
        return shortened(failure.message().isEmpty() ? name : name + ": " + failure.message());
    }

    static String shortened(String text) {
        return ShortText.withDots(text, LONGEST);
    }
}
