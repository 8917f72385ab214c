package dev.redrive.server.payload;

/**
 * One way through the bytes of a JSON text, from left to right. It finds where values end and does not check them: in a text that
 * is no JSON it stops at the end of the text.
 */
final class JsonPass {
    private final byte[] json;
    private int at;

    JsonPass(byte[] json, int at) {
        this.json = json;
        this.at = at;
    }

    /** Whether there is one value, and its objects, arrays and strings are closed. */
    static boolean isWhole(byte[] json) {
        JsonPass pass = new JsonPass(json, 0);
        pass.skipSpace();
        return pass.value() && pass.isAtEnd();
    }

    /** Where it is. */
    int at() {
        return at;
    }

    boolean isAtEnd() {
        skipSpace();
        return at == json.length;
    }

    boolean isAtContainer() {
        return at < json.length && (json[at] == '{' || json[at] == '[');
    }

    /** Before the end of the object or array that it is in, or of the text. */
    boolean isAtClose() {
        skipSpace();
        return at == json.length || json[at] == '}' || json[at] == ']';
    }

    /** Into the object or array that it is before. */
    void open() {
        at++;
    }

    /** Past a value; false when the text ends within it. */
    boolean value() {
        if (!isAtContainer()) return leaf();
        open();
        return close() >= 0;
    }

    /** Past a name, a string, a number or a word; false when the text ends within it. */
    boolean leaf() {
        if (at < json.length && json[at] == '"') {
            at++;
            return string();
        }
        while (at < json.length && !isBehindWord(json[at])) at++;
        return true;
    }

    private static boolean isBehindWord(byte next) {
        return next <= ' ' || next == ',' || next == ']' || next == '}' || next == ':';
    }

    /** To what comes behind a colon or comma, if there is one. */
    void next() {
        skipSpace();
        if (at < json.length && (json[at] == ',' || json[at] == ':')) at++;
        skipSpace();
    }

    /** Past the end of the object or array that it is in: how many members were left; -1 when the text ends before. */
    int close() {
        int members = isAtClose() ? 0 : 1;
        int depth = 1;
        while (at < json.length) {
            switch (json[at++]) {
                case '"' -> string();
                case '{', '[' -> depth++;
                case ',' -> members += depth == 1 ? 1 : 0;
                case '}', ']' -> {
                    depth--;
                    if (depth == 0) return members;
                }
                default -> {}
            }
        }
        return -1;
    }

    /** Past the quote that ends a string; false when there is none. */
    private boolean string() {
        while (at < json.length) {
            byte next = json[at++];
            if (next == '"') return true;
            if (next == '\\' && at < json.length) at++;
        }
        return false;
    }

    private void skipSpace() {
        while (at < json.length && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) at++;
    }
}
