package dev.redrive.json;

/**
 * Reads a long JSON string straight into bytes. A parser would make characters and then a {@code String} of it first, which
 * takes several times the memory.
 */
final class JsonStrings {
    private static final int HEX_DIGITS = 4;

    private final byte[] text;
    private int at;
    private byte[] out = {};
    private int size;
    private boolean hasHalfPair;

    private JsonStrings(byte[] text, int from) {
        this.text = text;
        this.at = from;
    }

    /**
     * What stands behind the opening quote. A string with half of a surrogate pair stands for no bytes; it is read as it is written,
     * with its quotes. What is not JSON is not noticed here; the parser that goes on from it does.
     */
    static <T> T read(byte[] text, int from, JsonFields.BytesReader<T> reader) {
        int end = from;
        boolean escaped = false;
        while (end < text.length && text[end] != '"') {
            if (text[end] == '\\') {
                escaped = true;
                end++;
            }
            end++;
        }
        end = Math.min(end, text.length);
        return escaped ? new JsonStrings(text, from).unescaped(end, reader) : reader.read(text, from, end);
    }

    /** No escape is shorter than what it stands for. */
    private <T> T unescaped(int end, JsonFields.BytesReader<T> reader) {
        int from = at;
        out = new byte[end - at];
        while (at < end) {
            byte next = text[at++];
            if (next != '\\' || at == end) {
                out[size++] = next;
            } else {
                escape(end);
            }
        }
        return hasHalfPair ? reader.read(text, from - 1, Math.min(end + 1, text.length)) : reader.read(out, 0, size);
    }

    private void escape(int end) {
        byte kind = text[at++];
        switch (kind) {
            case 'b' -> out[size++] = '\b';
            case 'f' -> out[size++] = '\f';
            case 'n' -> out[size++] = '\n';
            case 'r' -> out[size++] = '\r';
            case 't' -> out[size++] = '\t';
            case 'u' -> character(end);
            default -> out[size++] = kind;
        }
    }

    private void character(int end) {
        int first = hex(at, end);
        at = Math.min(end, at + HEX_DIGITS);
        boolean isPair = Character.isHighSurrogate((char) first)
                && at + 2 + HEX_DIGITS <= end
                && text[at] == '\\'
                && text[at + 1] == 'u'
                && Character.isLowSurrogate((char) hex(at + 2, end));
        if (isPair) {
            put(Character.toCodePoint((char) first, (char) hex(at + 2, end)));
            at += 2 + HEX_DIGITS;
        } else {
            hasHalfPair |= Character.isSurrogate((char) first);
            put(first);
        }
    }

    private int hex(int from, int end) {
        int value = 0;
        for (int i = from; i < Math.min(end, from + HEX_DIGITS); i++)
            value = (value << 4) | Math.max(0, Character.digit(text[i], 16));
        return value;
    }

    private void put(int character) {
        if (character < 0x80) {
            out[size++] = (byte) character;
        } else if (character < 0x800) {
            out[size++] = (byte) (0xC0 | (character >> 6));
            more(character, 0);
        } else if (character < 0x10000) {
            out[size++] = (byte) (0xE0 | (character >> 12));
            more(character, 6);
        } else {
            out[size++] = (byte) (0xF0 | (character >> 18));
            more(character, 12);
        }
    }

    /** The six bits at this place, and those behind them. */
    private void more(int character, int shift) {
        for (int bits = shift; bits >= 0; bits -= 6) out[size++] = (byte) (0x80 | ((character >> bits) & 0x3F));
    }
}
