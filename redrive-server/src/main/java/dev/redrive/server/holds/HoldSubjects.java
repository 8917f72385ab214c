package dev.redrive.server.holds;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.CauseId;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.letters.LetterIdParser;
import dev.redrive.server.web.Problem;
import dev.redrive.store.holds.HoldSubject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what a legal hold is on: a letter, a cause or a channel. */
final class HoldSubjects {
    static final List<String> NAMES = List.of("letter", "cause", "channel");

    private HoldSubjects() {}

    static HoldSubject ofParameters(Map<String, String[]> parameters) {
        Map<String, String> given = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            if (!NAMES.contains(name)) throw FilterWords.unknown(name, NAMES);
            if (values.length > 1) throw Problem.badField(name, name + " takes one value, there are " + values.length);
            given.put(name, CleanText.text(values[0]));
        });
        return one(given);
    }

    static HoldSubject one(Map<String, String> given) {
        if (given.size() != 1)
            throw Problem.badRequest("say what is held: one of letter, cause and channel, with an id or a name");
        return given.entrySet().stream()
                .map(only -> subject(only.getKey(), only.getValue()))
                .findFirst()
                .orElseThrow();
    }

    private static HoldSubject subject(String name, String value) {
        return switch (name) {
            case "letter" -> HoldSubject.letter(LetterIdParser.letter(name, value));
            case "cause" -> HoldSubject.cause(new CauseId(LetterIdParser.uuid(name, value)));
            default -> HoldSubject.channel(channel(value));
        };
    }

    /** A name and no pattern, so that a hold never covers more or less than it says. */
    private static String channel(String value) {
        if (value.isBlank() || value.length() > LetterLimits.NAME)
            throw Problem.badField("channel", "channel must be a name of at most " + LetterLimits.NAME + " characters");
        if (value.contains("*"))
            throw Problem.badField("channel", "channel must be the name of one channel; a pattern cannot be held");
        return value;
    }
}
