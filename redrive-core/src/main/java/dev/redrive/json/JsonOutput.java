package dev.redrive.json;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes compact JSON to a stream, value by value. Nothing is kept longer than a small buffer, which {@link #flush} empties;
 * the stream is neither flushed nor closed. A stream that fails throws {@link UncheckedIOException}.
 */
public final class JsonOutput {
    private static final int BUFFER = 8192;
    private static final int LONGEST_CHARACTER = 6;

    /** A multiple of three, so that only the last part of base64 is padded. */
    private static final int BASE64_PART = 3 * 1024;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int size;
    private boolean needsComma;

    public JsonOutput(OutputStream out) {
        this.out = out;
    }

    /** Hands all to the stream that is not there yet. */
    public void flush() {
        try {
            out.write(buffer, 0, size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        size = 0;
    }

    // Objects and arrays

    public void startObject() {
        start('{');
    }

    public void startObject(String name) {
        name(name);
        start('{');
    }

    public void endObject() {
        end('}');
    }

    public void startArray() {
        start('[');
    }

    public void startArray(String name) {
        name(name);
        start('[');
    }

    public void endArray() {
        end(']');
    }

    private void start(char bracket) {
        separate();
        put(bracket);
        needsComma = false;
    }

    private void end(char bracket) {
        put(bracket);
        needsComma = true;
    }

    /** The name of the member whose value comes next. */
    public void name(String name) {
        separate();
        quoted(name);
        put(':');
        needsComma = false;
    }

    private void separate() {
        if (needsComma) put(',');
        needsComma = true;
    }

    // Values

    public void text(@Nullable String text) {
        if (text == null) {
            nullValue();
        } else {
            separate();
            quoted(text);
        }
    }

    public void text(String name, @Nullable String text) {
        name(name);
        text(text);
    }

    public void time(String name, @Nullable Instant time) {
        text(name, time == null ? null : time.toString());
    }

    public void number(long number) {
        raw(Long.toString(number));
    }

    public void number(String name, long number) {
        name(name);
        number(number);
    }

    /** A number that JSON cannot express, such as NaN, becomes a string. */
    public void number(String name, double number) {
        name(name);
        if (Double.isFinite(number)) raw(Double.toString(number));
        else text(Double.toString(number));
    }

    public void bool(String name, boolean value) {
        name(name);
        raw(Boolean.toString(value));
    }

    public void nullValue() {
        raw("null");
    }

    public void nullValue(String name) {
        name(name);
        nullValue();
    }

    /** JSON that stands in the text as it is. */
    public void raw(String json) {
        separate();
        characters(json, false);
    }

    public void base64(String name, byte[] bytes) {
        name(name);
        separate();
        put('"');
        for (int from = 0; from < bytes.length; from += BASE64_PART) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + BASE64_PART));
            for (byte sign : Base64.getEncoder().encode(part)) put(sign);
        }
        put('"');
    }

    // Characters

    private void quoted(String text) {
        put('"');
        characters(text, true);
        put('"');
    }

    private void characters(String text, boolean escaping) {
        for (int i = 0; i < text.length(); i++) {
            if (size > BUFFER - LONGEST_CHARACTER) flush();
            char c = text.charAt(i);
            if (c < 0x80) {
                if (escaping && (c < ' ' || c == '"' || c == '\\')) escape(c);
                else buffer[size++] = (byte) c;
            } else if (c < 0x800) {
                buffer[size++] = (byte) (0xC0 | (c >> 6));
                follow(c, 0);
            } else if (!Character.isSurrogate(c)) {
                buffer[size++] = (byte) (0xE0 | (c >> 12));
                follow(c, 6);
            } else if (isPair(text, i)) {
                int character = Character.toCodePoint(c, text.charAt(++i));
                buffer[size++] = (byte) (0xF0 | (character >> 18));
                follow(character, 12);
            } else {
                // UTF-8 has no bytes for half a character.
                unicode(c);
            }
        }
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }

    /** The six bits at this place, and those behind them. */
    private void follow(int character, int shift) {
        for (int bits = shift; bits >= 0; bits -= 6) buffer[size++] = (byte) (0x80 | ((character >> bits) & 0x3F));
    }

    private void escape(char c) {
        int sign = "\b\t\n\f\r\"\\".indexOf(c);
        if (sign < 0) {
            unicode(c);
        } else {
            buffer[size++] = '\\';
            buffer[size++] = (byte) "btnfr\"\\".charAt(sign);
        }
    }

    private void unicode(char c) {
        buffer[size++] = '\\';
        buffer[size++] = 'u';
        for (int bits = 12; bits >= 0; bits -= 4) buffer[size++] = HEX[(c >> bits) & 0xF];
    }

    private void put(int ascii) {
        if (size == BUFFER) flush();
        buffer[size++] = (byte) ascii;
    }
}
