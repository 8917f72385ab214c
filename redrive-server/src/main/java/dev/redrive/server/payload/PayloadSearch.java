package dev.redrive.server.payload;

import dev.redrive.internal.text.ShortText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where some words stand in a payload, in upper or lower case.
 *
 * @param count how many places there are; counting ends at {@link #MOST}
 * @param places the first of them
 */
public record PayloadSearch(String words, int count, List<Place> places) {
    static final int MOST = 1_000;
    private static final int SHOWN = 50;
    private static final int AROUND = 60;
    private static final int LONGEST = 200;

    /** A place with the text around it. */
    public record Place(int line, int column, String before, String match, String after) {}

    public static PayloadSearch in(String text, String words) {
        String wanted = ShortText.cut(words, LONGEST);
        Matcher matcher = Pattern.compile(wanted, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(text);
        List<Place> places = new ArrayList<>();
        int count = 0;
        int line = 1;
        int lineStart = 0;
        while (count < MOST && matcher.find()) {
            count++;
            if (places.size() == SHOWN) continue;
            for (int end = text.indexOf('\n', lineStart);
                    end >= 0 && end < matcher.start();
                    end = text.indexOf('\n', lineStart)) {
                line++;
                lineStart = end + 1;
            }
            places.add(place(text, matcher, line, matcher.start() - lineStart + 1));
        }
        return new PayloadSearch(wanted, count, places);
    }

    private static Place place(String text, Matcher found, int line, int column) {
        String before = text.substring(Math.max(0, found.start() - AROUND), found.start());
        String after = text.substring(found.end(), Math.min(text.length(), found.end() + AROUND));
        return new Place(line, column, oneLine(before), found.group(), oneLine(after));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** True when there may be more than were counted. */
    public boolean isLowerBound() {
        return count == MOST;
    }
}
