package dev.redrive.server.causes;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.server.letters.LineComparison;
import dev.redrive.server.pages.NameText;
import java.util.List;

/** Two letters of a cause side by side, line by line; what differs is marked. Bounded, whatever the letters are. */
public record LetterComparison(LetterId left, LetterId right, List<Fact> facts, LineComparison lines) {
    private static final int LONGEST = 300;

    /** A fact about both. */
    public record Fact(String name, String left, String right) {
        public boolean isSame() {
            return left.equals(right);
        }
    }

    static LetterComparison of(DeadLetter left, DeadLetter right) {
        return new LetterComparison(
                left.id(), right.id(), facts(left, right), LineComparison.of(left.message(), right.message()));
    }

    private static List<Fact> facts(DeadLetter left, DeadLetter right) {
        return List.of(
                new Fact("Status", NameText.lower(left.status()), NameText.lower(right.status())),
                new Fact("Channel", left.channel(), right.channel()),
                new Fact("Event", left.eventId(), right.eventId()),
                new Fact("Message", message(left), message(right)),
                new Fact(
                        "Fails now with",
                        left.lastFailure().type(),
                        right.lastFailure().type()),
                new Fact("Retries", String.valueOf(left.retryCount()), String.valueOf(right.retryCount())));
    }

    private static String message(DeadLetter letter) {
        return ShortText.withDots(letter.failure().message(), LONGEST);
    }
}
