package dev.redrive.server.letters;

import java.util.ArrayList;
import java.util.List;

/**
 * Lays out a JSON text for reading, in one pass over its characters. Only white space between values changes: strings and
 * numbers are copied as they were written, so no digit is ever lost.
 */
public final class PrettyJson {
    /** Deeper levels are not indented further: it would cost memory and help no reader. */
    private static final int DEEPEST = 24;

    private static final String INDENT = "  ";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private int at;
    private int depth;

    private PrettyJson(String text) {
        this.text = text;
    }

    /** A piece of the text, and what it is, for colours. */
    public record Token(Kind kind, String text) {}

    /** What a piece of JSON is. */
    public enum Kind {
        PLAIN,
        NAME,
        STRING,
        NUMBER,
        WORD
    }

    /** Takes a text that is known to be valid JSON. */
    static List<Token> of(String validJson) {
        return new PrettyJson(validJson).tokens();
    }

    private List<Token> tokens() {
        while (at < text.length()) next(text.charAt(at));
        flush();
        return List.copyOf(tokens);
    }

    private void next(char c) {
        switch (c) {
            case ' ', '\t', '\n', '\r' -> at++;
            case '{', '[' -> open(c);
            case '}', ']' -> close(c);
            case ',' -> punctuation(",", true);
            case ':' -> punctuation(": ", false);
            case '"' -> string();
            default -> scalar(c);
        }
    }

    private void open(char c) {
        at++;
        plain.append(c);
        int after = skipSpace(at);
        if (after < text.length() && (text.charAt(after) == '}' || text.charAt(after) == ']')) {
            plain.append(text.charAt(after));
            at = after + 1;
            return;
        }
        depth++;
        newLine();
    }

    private void close(char c) {
        at++;
        depth--;
        newLine();
        plain.append(c);
    }

    private void punctuation(String shown, boolean endsLine) {
        at++;
        plain.append(shown);
        if (endsLine) newLine();
    }

    private void string() {
        int start = at++;
        while (text.charAt(at) != '"') at += text.charAt(at) == '\\' ? 2 : 1;
        at++;
        int after = skipSpace(at);
        boolean isName = after < text.length() && text.charAt(after) == ':';
        token(isName ? Kind.NAME : Kind.STRING, start);
    }

    private void scalar(char first) {
        int start = at;
        while (at < text.length() && ",]} \t\n\r".indexOf(text.charAt(at)) < 0) at++;
        token(first == '-' || Character.isDigit(first) ? Kind.NUMBER : Kind.WORD, start);
    }

    private void token(Kind kind, int start) {
        flush();
        tokens.add(new Token(kind, text.substring(start, at)));
    }

    private void flush() {
        if (plain.isEmpty()) return;
        tokens.add(new Token(Kind.PLAIN, plain.toString()));
        plain.setLength(0);
    }

    private void newLine() {
        plain.append('\n').append(INDENT.repeat(Math.max(0, Math.min(depth, DEEPEST))));
    }

    private int skipSpace(int from) {
        int to = from;
        while (to < text.length() && " \t\n\r".indexOf(text.charAt(to)) >= 0) to++;
        return to;
    }
}
