package dev.redrive.server.pages;

import java.util.Optional;

/** Finds elements in HTML that the templates of this server wrote: tags are in lower case, values stand in double quotes. */
final class HtmlTags {
    private final String html;

    HtmlTags(String html) {
        this.html = html;
    }

    /** An element with its tags. */
    record Element(String name, int start, int end, String tag) {
        /** Empty when its tag has no such attribute, or one without a value. */
        Optional<String> attribute(String wanted) {
            int at = tag.indexOf(" " + wanted + "=\"");
            if (at < 0) return Optional.empty();
            int from = at + wanted.length() + 3;
            return Optional.of(tag.substring(from, tag.indexOf('"', from)));
        }
    }

    /** The next element within this part of the HTML whose tag has an attribute. */
    Optional<Element> next(String attribute, int from, int to) {
        for (int at = html.indexOf('<', from); at >= 0 && at < to; at = html.indexOf('<', at + 1)) {
            if (!isLetter(at + 1)) continue;
            int tagEnd = tagEnd(at);
            String tag = html.substring(at, tagEnd);
            if (has(tag, attribute)) return Optional.of(new Element(name(at), at, end(at, tagEnd), tag));
            at = tagEnd - 1;
        }
        return Optional.empty();
    }

    private static boolean has(String tag, String attribute) {
        int at = tag.indexOf(" " + attribute);
        if (at < 0) return false;
        char next = tag.charAt(at + 1 + attribute.length());
        return next == '=' || next == '>' || next == ' ' || next == '\n';
    }

    private boolean isLetter(int at) {
        return at < html.length() && html.charAt(at) >= 'a' && html.charAt(at) <= 'z';
    }

    private String name(int at) {
        int end = at + 1;
        while (Character.isLetterOrDigit(html.charAt(end))) end++;
        return html.substring(at + 1, end);
    }

    /** Behind the tag that begins here; a value may have any character but the quote. */
    private int tagEnd(int at) {
        boolean inValue = false;
        for (int i = at; i < html.length(); i++) {
            char c = html.charAt(i);
            if (c == '"') inValue = !inValue;
            if (c == '>' && !inValue) return i + 1;
        }
        return html.length();
    }

    /** Behind the closing tag of the element that begins here. */
    private int end(int at, int tagEnd) {
        String name = name(at);
        int depth = 1;
        int i = tagEnd;
        while (depth > 0) {
            i = html.indexOf('<', i);
            if (i < 0) return html.length();
            if (html.startsWith("</" + name + ">", i)) depth--;
            else if (html.startsWith("<" + name, i) && !Character.isLetterOrDigit(html.charAt(i + 1 + name.length())))
                depth++;
            i = html.charAt(i + 1) == '/' || isLetter(i + 1) ? tagEnd(i) : i + 1;
        }
        return i;
    }
}
