package dev.redrive.json;

import dev.redrive.internal.text.Utf8;
import java.nio.charset.StandardCharsets;

/** Reads the UTF-8 bytes of one JSON text token by token, from left to right, without making anything of its values. */
final class JsonTokens {
    enum Kind {
        OBJECT,
        ARRAY,
        /** The end of an object or array. */
        CLOSED,
        STRING,
        WHOLE_NUMBER,
        DECIMAL,
        TRUE,
        FALSE,
        NULL
    }

    private static final int END = -1;

    private final byte[] text;
    private final int from;
    private final int end;
    private final boolean[] inObject = new boolean[JsonScanner.MAX_DEPTH];
    private int depth;
    private int at;
    private Kind kind = Kind.NULL;
    private int start;
    private int nameStart;
    private int nameEnd;
    private boolean escaped;

    /** Refuses what is not UTF-8. */
    JsonTokens(byte[] text, int from, int length) {
        this.text = text;
        this.end = from + length;
        this.from = skipMark(text, from, end);
        this.at = this.from;
        int bad = firstBad();
        if (bad >= 0)
            throw InvalidJson.text(
                    "the text is not UTF-8: byte " + (bad - this.from) + " belongs to no character; a payload that is"
                            + " not text travels as base64 with payloadEncoding \"base64\"");
        skipSpace();
        if (at == end) throw InvalidJson.text("the body is empty; send JSON");
        value();
    }

    private static int skipMark(byte[] text, int from, int end) {
        boolean marked = end - from >= 3
                && text[from] == (byte) 0xEF
                && text[from + 1] == (byte) 0xBB
                && text[from + 2] == (byte) 0xBF;
        return marked ? from + 3 : from;
    }

    /** The first byte that belongs to no character or is NUL, which no JSON has. */
    private int firstBad() {
        int invalid = Utf8.firstInvalid(text, from, end);
        int valid = invalid < 0 ? end : invalid;
        for (int i = from; i < valid; i++) {
            if (text[i] == 0) return i;
        }
        return invalid;
    }

    // Where it is

    Kind kind() {
        return kind;
    }

    byte[] text() {
        return text;
    }

    /** Where the value begins that it is at. */
    int start() {
        return start;
    }

    /** Where the value ends that it is at; an object or array is passed over for it. */
    int end() {
        skip();
        return at;
    }

    /** What the value says that it is at: a string without quotes and escapes, another one as it is written. */
    String word() {
        if (kind != Kind.STRING) return new String(text, start, at - start, StandardCharsets.UTF_8);
        String raw = new String(text, start + 1, at - start - 2, StandardCharsets.UTF_8);
        return escaped ? JsonScanner.unescaped(raw) : raw;
    }

    /** How many bytes a value without others in it has. */
    int length() {
        return at - start;
    }

    /** The name of the member that it is at. */
    String name() {
        String raw = new String(text, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
        return raw.indexOf('\\') < 0 ? raw : JsonScanner.unescaped(raw);
    }

    // Moving

    /** On to the next member or element of the object or array that it is in; false when there is none. */
    boolean next() {
        boolean isFirst = kind == Kind.OBJECT || kind == Kind.ARRAY;
        if (depth == 0) throw malformed("the end of the text");
        boolean isMember = inObject[depth - 1];
        skipSpace();
        if (peek() == (isMember ? '}' : ']')) {
            at++;
            depth--;
            kind = Kind.CLOSED;
            return false;
        }
        if (!isFirst) expect(',', isMember ? "',' or '}'" : "',' or ']'");
        if (isMember) member();
        skipSpace();
        value();
        return true;
    }

    /** Past the end of an object or array; nothing for other values. */
    void skip() {
        if (kind != Kind.OBJECT && kind != Kind.ARRAY) return;
        int outside = depth - 1;
        while (depth > outside) {
            boolean unused = next();
        }
    }

    boolean isAtEnd() {
        skipSpace();
        return depth == 0 && at == end;
    }

    private void member() {
        skipSpace();
        if (peek() != '"') throw malformed("a name in double quotes");
        nameStart = at + 1;
        string();
        nameEnd = at - 1;
        skipSpace();
        expect(':', "':'");
    }

    private void value() {
        start = at;
        switch (peek()) {
            case '{' -> open(Kind.OBJECT);
            case '[' -> open(Kind.ARRAY);
            case '"' -> {
                string();
                kind = Kind.STRING;
            }
            case 't' -> literal("true", Kind.TRUE);
            case 'f' -> literal("false", Kind.FALSE);
            case 'n' -> literal("null", Kind.NULL);
            default -> number();
        }
    }

    private void open(Kind opened) {
        if (depth == inObject.length)
            throw InvalidJson.text("the JSON is nested deeper than " + JsonScanner.MAX_DEPTH
                    + " levels; a payload like that travels as a string or as base64");
        at++;
        inObject[depth++] = opened == Kind.OBJECT;
        kind = opened;
    }

    private void string() {
        escaped = false;
        at++;
        while (at < end) {
            byte next = text[at++];
            if (next == '"') return;
            if (next == '\\') {
                escaped = true;
                escape();
            } else if (next >= 0 && next < ' ') {
                at--;
                throw malformed("an escape such as \\n for a control character");
            }
        }
        throw malformed("'\"' to end the string");
    }

    private void escape() {
        int sign = peek();
        if (sign == END || "\"\\/bfnrtu".indexOf(sign) < 0)
            throw malformed("one of \" \\ / b f n r t u after a backslash");
        at++;
        if (sign != 'u') return;
        for (int i = 0; i < 4; i++) {
            if (Character.digit(peek(), 16) < 0) throw malformed("four hexadecimal digits after \\u");
            at++;
        }
    }

    private void literal(String word, Kind of) {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) throw malformed(word);
            at++;
        }
        kind = of;
    }

    private void number() {
        kind = Kind.WHOLE_NUMBER;
        if (!skip('-') && !isDigit()) throw malformed("a value");
        if (!skip('0')) digits();
        if (skip('.')) {
            kind = Kind.DECIMAL;
            digits();
        }
        if (skip('e') || skip('E')) {
            kind = Kind.DECIMAL;
            if (!skip('+')) skip('-');
            digits();
        }
    }

    private void digits() {
        if (!isDigit()) throw malformed("a digit");
        while (isDigit()) at++;
    }

    private boolean isDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') at++;
    }

    /** The next byte, which is below {@link #END} where it belongs to a character outside ASCII. */
    private int peek() {
        if (at == end) return END;
        byte next = text[at];
        return next < 0 ? next - 1 : next;
    }

    private boolean skip(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted, String expected) {
        if (!skip(wanted)) throw malformed(expected);
    }

    private InvalidJson malformed(String expected) {
        int line = 1;
        int column = 1;
        for (int i = from; i < at; i++) {
            boolean ends = text[i] == '\n';
            if (ends) line++;
            column = ends ? 1 : column + 1;
        }
        return InvalidJson.text("this is not the JSON it should be: expected " + expected + " but " + found()
                + " (line " + line + ", column " + column + ")");
    }

    private String found() {
        if (at == end) return "the text ended";
        boolean isPrintable = text[at] >= ' ' && text[at] <= '~';
        return "found " + (isPrintable ? "'" + (char) text[at] + "'" : String.format("byte 0x%02X", text[at]));
    }
}
