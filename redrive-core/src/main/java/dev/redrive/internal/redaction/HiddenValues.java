package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values that were hidden in one message, so that no text about it quotes them. */
public final class HiddenValues {
    /** Shorter ones are in every text, and give nothing away there. */
    private static final int SHORTEST = 4;

    private static final int LONGEST = 4096;
    private static final int MOST = 500;
    /** Longer texts may have been cut, perhaps within a value. */
    private static final int PERHAPS_CUT = 4000;

    private static final Pattern CUT = Pattern.compile("\\n\\t\\.\\.\\. \\d+ characters cut|\\z");
    private static final Pattern BLANKS = Pattern.compile("[\\p{Cntrl}\\s]+");
    private static final Set<String> WORDS = Set.of("true", "false", "null", Redaction.MASK);
    private static final HiddenValues NONE = new HiddenValues();

    private final Set<String> texts = new LinkedHashSet<>();
    private boolean isFull;

    HiddenValues() {}

    public static HiddenValues none() {
        return NONE;
    }

    /** Also as it looks on one line, with one blank where there were more. */
    void add(String text) {
        addAsItIs(text);
        String line = BLANKS.matcher(text).replaceAll(" ").strip();
        if (!line.equals(text)) addAsItIs(line);
    }

    private void addAsItIs(String text) {
        if (texts.size() >= MOST || text.length() > LONGEST || WORDS.contains(text)) return;
        if (text.length() >= SHORTEST) texts.add(text);
        int space = text.indexOf(' ');
        if (text.length() - space - 1 >= 2 * SHORTEST && space > 0) texts.add(text.substring(space + 1));
    }

    /** Every string and number in a JSON value, also as it is written there, with its escapes. */
    void addJson(byte[] value) {
        for (JsonPath.Place leaf : JsonPath.leaves(value).orElse(List.of())) {
            byte[] raw = leaf.in(value);
            String written = new String(raw, StandardCharsets.UTF_8);
            add(JsonPath.text(raw));
            if (written.indexOf('\\') > 0) add(written.substring(1, written.length() - 1));
        }
    }

    /** Every string and number of a text that cannot be read as JSON, except the names of members. */
    void addAllIn(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
        for (int at = 0; at < text.length() && !isFull; ) {
            int end = text.charAt(at) == '"' ? endOfString(text, at) : endOfWord(text, at);
            if (text.charAt(at) != '"') addNumber(text.substring(at, end));
            else if (!isName(text, end)) addString(text.substring(at, end));
            isFull = texts.size() >= MOST;
            at = Math.max(end, at + 1);
        }
    }

    /** Behind the closing quote; the end of the text where there is none. */
    private static int endOfString(String text, int from) {
        for (int at = from + 1; at < text.length(); at++) {
            if (text.charAt(at) == '\\') at++;
            else if (text.charAt(at) == '"') return at + 1;
        }
        return text.length();
    }

    private static int endOfWord(String text, int from) {
        int at = from;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "+-._".indexOf(text.charAt(at)) >= 0)) at++;
        return at;
    }

    private static boolean isName(String text, int end) {
        int at = end;
        while (at < text.length() && text.charAt(at) <= ' ') at++;
        return at < text.length() && text.charAt(at) == ':';
    }

    private void addNumber(String word) {
        if (word.chars().anyMatch(Character::isDigit)) add(word);
    }

    private void addString(String quoted) {
        boolean isCut = quoted.length() < 2 || !quoted.endsWith("\"");
        add(quoted.substring(1, isCut ? quoted.length() : quoted.length() - 1));
        if (quoted.indexOf('\\') >= 0 && Json.ifValid(quoted).isPresent())
            add(JsonPath.text(quoted.getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether there are more values than are looked for in texts. */
    boolean isFull() {
        return isFull;
    }

    String hide(String text) {
        String hidden = text;
        for (String secret : texts) {
            hidden = hidden.replace(secret, Redaction.MASK);
            String quoted = Json.quote(secret);
            hidden = hidden.replace(quoted.substring(1, quoted.length() - 1), Redaction.MASK);
        }
        return texts.isEmpty() || text.length() < PERHAPS_CUT ? hidden : withoutStarts(hidden);
    }

    /** Without the start of a value where the text was cut. */
    private String withoutStarts(String text) {
        StringBuilder hidden = new StringBuilder(text.length());
        Matcher cut = CUT.matcher(text);
        int copied = 0;
        while (cut.find()) {
            int start = cut.start() - startOfAny(text.substring(copied, cut.start()));
            hidden.append(text, copied, start);
            if (start < cut.start()) hidden.append(Redaction.MASK);
            hidden.append(cut.group());
            copied = cut.end();
        }
        return hidden.toString();
    }

    /** With how many characters of a value the text ends. */
    private int startOfAny(String text) {
        int most = 0;
        for (String secret : texts)
            for (int length = Math.min(secret.length() - 1, text.length()); length >= SHORTEST; length--)
                if (length > most && text.endsWith(secret.substring(0, length))) most = length;
        return most;
    }

    /** True when a text quotes one of them. */
    boolean isIn(String text) {
        return !hide(text).equals(text);
    }

    StackTrace hide(StackTrace trace) {
        if (texts.isEmpty() || trace.text().isEmpty()) return trace;
        StackTrace.Split split = trace.split();
        return StackTrace.join(
                split.frames(), split.messages().stream().map(this::hide).toList());
    }

    Json hide(Json json) {
        if (texts.isEmpty() || json.equals(Json.EMPTY_OBJECT)) return json;
        return TextHider.inLeaves(json, this::hide);
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    /** How many only. */
    @Override
    public String toString() {
        return texts.size() + " secrets";
    }
}
