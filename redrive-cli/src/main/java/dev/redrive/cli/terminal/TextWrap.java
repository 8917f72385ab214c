package dev.redrive.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Breaks prose into lines that fit a terminal, between words only: a word that is longer than a line keeps a line of its own. */
public final class TextWrap {
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]*m");

    private TextWrap() {}

    /** Each line of a text, with what follows of it as far in as it begins itself. */
    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) add(lines, line, width, indent(line));
        return lines;
    }

    /** One line, with what follows of it so far in. */
    public static List<String> lines(String line, int width, int hang) {
        List<String> lines = new ArrayList<>();
        add(lines, line, width, hang);
        return lines;
    }

    private static int indent(String line) {
        int blanks = 0;
        while (blanks < line.length() && line.charAt(blanks) == ' ') blanks++;
        return blanks;
    }

    private static void add(List<String> lines, String line, int width, int hang) {
        int room = width;
        String rest = line;
        while (width(rest) > room) {
            int end = end(rest, room);
            if (end < 0) break;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = " ".repeat(hang) + rest.substring(end).stripLeading();
        }
        lines.add(rest);
    }

    /** Of a text that may have colours. */
    static int width(String text) {
        return TextWidth.of(COLOURS.matcher(text).replaceAll(""));
    }

    /** The last blank behind a word at which what stands before fits, or the first one there is; -1 without one. */
    private static int end(String line, int room) {
        int end = -1;
        for (int at = line.indexOf(' ', indent(line)); at >= 0; at = line.indexOf(' ', at + 1)) {
            if (end >= 0 && width(line.substring(0, at)) > room) break;
            if (!line.substring(at).isBlank()) end = at;
        }
        return end;
    }
}
