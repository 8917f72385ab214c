package dev.redrive.server.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of a description's text, and how it is set. */
public record TextPart(Kind kind, String text) {
    private static final Pattern MARKED = Pattern.compile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*\\s][^*]*)\\*");
    private static final Pattern PARAGRAPHS = Pattern.compile("\\n\\s*\\n");

    /** How a piece of text is set. */
    public enum Kind {
        PLAIN,
        CODE,
        STRONG,
        EMPHASIS
    }

    static List<List<TextPart>> paragraphs(String text) {
        return PARAGRAPHS
                .splitAsStream(text.strip())
                .filter(paragraph -> !paragraph.isBlank())
                .map(TextPart::line)
                .toList();
    }

    static List<TextPart> line(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        List<TextPart> parts = new ArrayList<>();
        Matcher marked = MARKED.matcher(line);
        int from = 0;
        while (marked.find()) {
            if (marked.start() > from) parts.add(new TextPart(Kind.PLAIN, line.substring(from, marked.start())));
            parts.add(part(marked));
            from = marked.end();
        }
        if (from < line.length()) parts.add(new TextPart(Kind.PLAIN, line.substring(from)));
        return List.copyOf(parts);
    }

    private static TextPart part(Matcher marked) {
        if (marked.group(1) != null) return new TextPart(Kind.CODE, marked.group(1));
        if (marked.group(2) != null) return new TextPart(Kind.STRONG, marked.group(2));
        return new TextPart(Kind.EMPHASIS, marked.group(3));
    }
}
