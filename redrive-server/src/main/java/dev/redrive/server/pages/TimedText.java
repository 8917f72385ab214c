package dev.redrive.server.pages;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text of this server, cut at the ISO times in it, so that a page shows those in the reader's zone. */
public record TimedText(List<Part> parts) {
    private static final Pattern TIME =
            Pattern.compile("\\b\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?Z\\b");

    public TimedText {
        parts = List.copyOf(parts);
    }

    /** A piece of the text, and the time that it is, if it is one. */
    public record Part(String text, Optional<Instant> time) {}

    public static TimedText of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher times = TIME.matcher(text);
        int done = 0;
        while (times.find()) {
            if (times.start() > done) parts.add(words(text.substring(done, times.start())));
            parts.add(time(times.group()));
            done = times.end();
        }
        if (done < text.length()) parts.add(words(text.substring(done)));
        return new TimedText(parts);
    }

    private static Part words(String text) {
        return new Part(text, Optional.empty());
    }

    /** A 13th month is no time. */
    private static Part time(String text) {
        try {
            return new Part(text, Optional.of(Instant.parse(text)));
        } catch (DateTimeException e) {
            return words(text);
        }
    }
}
