package dev.redrive.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a JSON text once, from left to right: checks it, and notes where the values at the wanted paths stand. */
final class JsonScanner {
    /** More than any real document needs, and at most a quarter of a usual thread's stack. */
    static final int MAX_DEPTH = 512;

    private static final int END = -1;
    private static final long[] NOTHING_WANTED = {};

    private final String text;
    private final List<JsonPath> paths;
    private final boolean leaves;
    /** How many values are still wanted of each path; null when only the outermost values are. */
    private final int @Nullable [] each;
    /** True when every path has all that is wanted of it; the rest of the text is not read then. */
    private boolean enough;

    private final List<JsonPath.Place> found = new ArrayList<>();
    private final List<String> trail = new ArrayList<>();
    private String lastName = "";
    private int at;

    private JsonScanner(String text, List<JsonPath> paths, boolean leaves) {
        this(text, paths, leaves, null);
    }

    private JsonScanner(String text, List<JsonPath> paths, boolean leaves, int @Nullable [] each) {
        this.each = each;
        this.text = text;
        this.paths = paths;
        this.leaves = leaves;
    }

    /** Not JSON. Carries no stack trace, because payloads that are not JSON are ordinary. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    static void check(String text) {
        check(text, 0);
    }

    /** The same for a text that stands so many levels deep in another one. */
    static void check(String text, int depth) {
        new JsonScanner(text, List.of(), false).document(NOTHING_WANTED, depth);
    }

    /** Whether nothing is wrong with a text but that it may end too early. */
    static boolean isBeginning(String text) {
        JsonScanner scanner = new JsonScanner(text, List.of(), false);
        try {
            scanner.document(NOTHING_WANTED);
        } catch (Malformed malformed) {
            return scanner.isAtFirstPartOfWord();
        }
        return true;
    }

    /** Also at the end, where a word has not begun. */
    private boolean isAtFirstPartOfWord() {
        String rest = text.substring(at, Math.min(text.length(), at + "false".length()));
        return "true".startsWith(rest) || "false".startsWith(rest) || "null".startsWith(rest);
    }

    static boolean isNumber(String text) {
        JsonScanner scanner = new JsonScanner(text, List.of(), false);
        try {
            scanner.number();
        } catch (Malformed malformed) {
            return false;
        }
        return scanner.at == text.length();
    }

    /**
     * The outermost values at any of the paths, in order, as byte positions. All structure in JSON is ASCII, so one
     * char per byte will do: positions need no translation, and a broken character inside a string hides nothing.
     */
    static List<JsonPath.Place> find(List<JsonPath> paths, byte[] document) {
        JsonScanner scanner = new JsonScanner(new String(document, StandardCharsets.ISO_8859_1), paths, false);
        scanner.document(paths.stream().mapToLong(JsonPath::start).toArray());
        return scanner.found;
    }

    /**
     * The values at each of the paths, in the order of their ends, also those inside one another; at most so many of each path, and
     * the first of a path that can lead to one only. Reads no further than to the last of them.
     */
    static List<JsonPath.Place> findEach(List<JsonPath> paths, int most, byte[] document) {
        int[] each =
                paths.stream().mapToInt(path -> path.leadsToOne() ? 1 : most).toArray();
        JsonScanner scanner = new JsonScanner(new String(document, StandardCharsets.ISO_8859_1), paths, false, each);
        scanner.document(paths.stream().mapToLong(JsonPath::start).toArray());
        return scanner.found;
    }

    /** Every value that has no others in it, in order. */
    static List<JsonPath.Place> leaves(byte[] document) {
        JsonScanner scanner = new JsonScanner(new String(document, StandardCharsets.ISO_8859_1), List.of(), true);
        scanner.document(NOTHING_WANTED);
        return scanner.found;
    }

    /** Where the value that begins at a position ends. */
    static int endOf(String text, int from) {
        JsonScanner scanner = new JsonScanner(text, List.of(), false);
        scanner.at = from;
        scanner.value(NOTHING_WANTED, 0);
        return scanner.at;
    }

    /** What a string or another value without others in it says. */
    static String textOf(String value) {
        return value.startsWith("\"") && value.length() > 1 ? unescaped(value.substring(1, value.length() - 1)) : value;
    }

    private void document(long[] states) {
        document(states, 0);
    }

    private void document(long[] states, int depth) {
        skipSpace();
        value(states, depth);
        skipSpace();
        if (!enough && peek() != END) throw malformed("the end of the text");
    }

    private void value(long[] states, int depth) {
        int which = each == null ? wanted(states) : -1;
        long[] below = which >= 0 ? NOTHING_WANTED : states;
        int start = at;
        boolean isLeaf = peek() != '{' && peek() != '[';
        switch (peek()) {
            case '{' -> object(below, deeper(depth));
            case '[' -> array(below, deeper(depth));
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
        if (which >= 0 || (leaves && isLeaf))
            found.add(new JsonPath.Place(start, at, which, "$" + String.join("", trail)));
        if (each != null) addEach(each, states, start);
    }

    private void addEach(int[] wanted, long[] states, int start) {
        if (enough) return;
        for (int i = 0; i < states.length; i++) {
            if (wanted[i] == 0 || !paths.get(i).isEnd(states[i])) continue;
            wanted[i]--;
            found.add(new JsonPath.Place(start, at, i, ""));
            enough = isNothing(wanted);
        }
    }

    private static boolean isNothing(int[] wanted) {
        for (int more : wanted) if (more > 0) return false;
        return true;
    }

    private int deeper(int depth) {
        if (depth < MAX_DEPTH) return depth + 1;
        throw malformed("at most " + MAX_DEPTH + " levels of nesting");
    }

    private void object(long[] states, int depth) {
        at++;
        skipSpace();
        if (skip('}')) return;
        do {
            skipSpace();
            inside(member(states), depth);
            if (enough) return;
            skipSpace();
        } while (skip(','));
        expect('}', "',' or '}'");
    }

    /** Reads up to a member's value. Does not read the value itself, which saves a third of the stack. */
    private long[] member(long[] states) {
        if (peek() != '"') throw malformed("a name in double quotes");
        int start = at + 1;
        string();
        int end = at - 1;
        skipSpace();
        expect(':', "':'");
        skipSpace();
        if (states.length == 0 && !leaves) return NOTHING_WANTED;
        String name = name(start, end);
        if (each == null) lastName = JsonPath.step(name);
        return states.length == 0 ? NOTHING_WANTED : into(states, new JsonPath.Part.Member(name));
    }

    /** A child, whose own path is one step longer. */
    private void inside(long[] states, int depth) {
        boolean matters = (states.length > 0 && each == null) || leaves;
        if (matters) trail.add(lastName);
        value(states, depth);
        if (matters) trail.remove(trail.size() - 1);
    }

    private void array(long[] states, int depth) {
        at++;
        skipSpace();
        if (skip(']')) return;
        int index = 0;
        do {
            skipSpace();
            if ((states.length > 0 && each == null) || leaves) lastName = "[" + index + "]";
            inside(states.length == 0 ? NOTHING_WANTED : into(states, new JsonPath.Part.Element(index)), depth);
            if (enough) return;
            skipSpace();
            index++;
        } while (skip(','));
        expect(']', "',' or ']'");
    }

    private void string() {
        at++;
        skipPlain();
        for (int c = peek(); c != '"'; c = peek()) {
            if (c == END) throw malformed("'\"' to end the string");
            if (c < ' ') throw malformed("an escape such as \\n for a control character");
            at++;
            if (c == '\\') escape();
        }
        at++;
    }

    /** Up to the first quote, backslash or control character: nearly all of most documents is read here. */
    private void skipPlain() {
        int end = text.length();
        int to = at;
        while (to < end) {
            char c = text.charAt(to);
            if (c == '"' || c == '\\' || c < ' ') break;
            to++;
        }
        at = to;
    }

    private void escape() {
        if (skip('u')) {
            for (int i = 0; i < 4; i++) {
                if (!isHexDigit(peek())) throw malformed("four hexadecimal digits after \\u");
                at++;
            }
        } else if (peek() != END && "\"\\/bfnrt".indexOf(peek()) >= 0) {
            at++;
        } else {
            throw malformed("one of \" \\ / b f n r t u after a backslash");
        }
    }

    private void word(String word) {
        if (!text.startsWith(word, at)) throw malformed(word);
        at += word.length();
    }

    private void number() {
        boolean negative = skip('-');
        if (!isDigit(peek())) throw malformed(negative ? "a digit" : "a value");
        if (!skip('0')) digits();
        if (skip('.')) digits();
        if (skip('e') || skip('E')) {
            if (!skip('+')) skip('-');
            digits();
        }
    }

    private void digits() {
        if (!isDigit(peek())) throw malformed("a digit");
        while (isDigit(peek())) at++;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') at++;
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean skip(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted, String expected) {
        if (!skip(wanted)) throw malformed(expected);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHexDigit(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private Malformed malformed(String expected) {
        String found = peek() == END ? "the text ended" : "found " + printable(text.charAt(at));
        return new Malformed("not JSON: expected " + expected + " at position " + at + " but " + found);
    }

    private static String printable(char c) {
        return c < ' ' || c > '~' ? String.format("U+%04X", (int) c) : "'" + c + "'";
    }

    /** The first path that leads here, or -1. */
    private int wanted(long[] states) {
        for (int i = 0; i < states.length; i++) {
            if (paths.get(i).isEnd(states[i])) return i;
        }
        return -1;
    }

    /** How far each path has come in the child; nothing at all when no path can still match below it. */
    private long[] into(long[] states, JsonPath.Part child) {
        long[] next = new long[states.length];
        long any = 0;
        for (int i = 0; i < states.length; i++) {
            next[i] = paths.get(i).into(states[i], child);
            any |= next[i];
        }
        return any == 0 ? NOTHING_WANTED : next;
    }

    /** The name between two quotes as its writer meant it, escapes undone: a password cannot hide behind them. */
    private String name(int start, int end) {
        if (isPlain(start, end)) return text.substring(start, end);
        String raw =
                new String(text.substring(start, end).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return raw.indexOf('\\') < 0 ? raw : unescaped(raw);
    }

    private boolean isPlain(int start, int end) {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || c == '\\') return false;
        }
        return true;
    }

    static String unescaped(String raw) {
        StringBuilder name = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i++);
            if (c != '\\') {
                name.append(c);
                continue;
            }
            char escape = raw.charAt(i++);
            if (escape == 'u') {
                name.append((char) Integer.parseInt(raw.substring(i, i + 4), 16));
                i += 4;
            } else {
                name.append(control(escape));
            }
        }
        return name.toString();
    }

    private static char control(char escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }
}
