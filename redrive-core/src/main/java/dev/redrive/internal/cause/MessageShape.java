package dev.redrive.internal.cause;

/**
 * The wording of an error message: what is left when ids, numbers, dates, addresses and quoted values are taken out. One
 * pass over the beginning of the message. Each look ahead ends where the scanner goes on, or is remembered, so hostile
 * text costs no more than any other.
 */
final class MessageShape {
    static final int READ = 2000;
    static final int KEEP = 300;

    private static final int LONG_TOKEN = 20;
    private static final int DIGIT = 0;
    private static final int LOWER = 1;
    private static final int UPPER = 2;
    private static final int SEPARATOR = 3;

    private final String text;
    private final int length;
    private final StringBuilder out = new StringBuilder(160);
    private int at;
    private int emailCheckedTo;
    private int colonsCheckedTo;
    private int tokenCheckedTo;
    private int timesCheckedTo;
    private int noSingleQuoteFrom = Integer.MAX_VALUE;
    private int noDoubleQuoteFrom = Integer.MAX_VALUE;
    private int noBacktickFrom = Integer.MAX_VALUE;

    private MessageShape(String text) {
        this.text = text;
        this.length = Math.min(text.length(), READ);
    }

    static String of(String message) {
        MessageShape shape = new MessageShape(message);
        while (shape.at < shape.length && shape.out.length() <= KEEP) shape.step();
        return shape.result();
    }

    private String result() {
        int end = Math.min(out.length(), KEEP);
        if (end > 0 && Character.isHighSurrogate(out.charAt(end - 1))) end--;
        while (end > 0 && out.charAt(end - 1) == ' ') end--;
        return out.substring(0, end);
    }

    private void step() {
        char c = text.charAt(at);
        if (c <= ' ') {
            space();
        } else if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
        } else if (isAlnum(c)) {
            if (isAlnumAt(at - 1) || !structured(c)) segment();
        } else if (c == ':' && colonAt(at + 1) && !isAlnumAt(at - 1) && address()) {
            put("<ip>");
        } else if (isSign(c)) {
            at++;
        } else {
            out.append(c);
            at++;
        }
    }

    private void space() {
        if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') out.append(' ');
        at++;
    }

    /** {@code -5} is a number; the dash of {@code order-5} is a dash. */
    private boolean isSign(char c) {
        return (c == '-' || c == '+') && isDigitAt(at + 1) && (at == 0 || " =(,[:".indexOf(text.charAt(at - 1)) >= 0);
    }

    private void quoted(char quote) {
        int close = quote == '\'' && isAlnumAt(at - 1) ? -1 : closing(quote);
        if (close < 0) {
            out.append(quote);
            at++;
        } else {
            at = close + 1;
            put("<value>");
        }
    }

    private int closing(char quote) {
        if (at >= noClosingFrom(quote)) return -1;
        for (int i = at + 1; i < length; i++) {
            char c = text.charAt(i);
            if (c == '\\') i++;
            else if (c == quote && (quote != '\'' || !isAlnumAt(i + 1))) return i;
        }
        rememberNoClosing(quote);
        return -1;
    }

    private int noClosingFrom(char quote) {
        if (quote == '\'') return noSingleQuoteFrom;
        return quote == '"' ? noDoubleQuoteFrom : noBacktickFrom;
    }

    private void rememberNoClosing(char quote) {
        if (quote == '\'') noSingleQuoteFrom = at;
        else if (quote == '"') noDoubleQuoteFrom = at;
        else noBacktickFrom = at;
    }

    /** Takes what has a known form and begins here. */
    private boolean structured(char c) {
        if (isHex(c) && uuid()) return put("<uuid>");
        if (isDigit(c)) {
            if (date()) return putDate();
            if (ipv4()) return put("<ip>");
        }
        if (isHex(c) && address()) return put("<ip>");
        if (email()) return put("<email>");
        if (url()) return put("<url>");
        if (isDigit(c) && hexNumber()) return put("<id>");
        if (longToken()) return put("<id>");
        return isDigit(c) && number();
    }

    private boolean put(String placeholder) {
        out.append(placeholder);
        return true;
    }

    /** A date and its time are one. */
    private boolean putDate() {
        int end = out.length();
        if (end >= 7 && out.charAt(end - 1) == ' ' && out.indexOf("<date>", end - 7) == end - 7) {
            out.setLength(end - 1);
            return true;
        }
        return put("<date>");
    }

    private boolean uuid() {
        if (at + 36 > length) return false;
        for (int i = 0; i < 36; i++) {
            char c = text.charAt(at + i);
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? c != '-' : !isHex(c)) return false;
        }
        if (isAlnumAt(at + 36)) return false;
        at += 36;
        return true;
    }

    /** {@code 2026-01-31}, {@code 2026/01/31}, {@code 31.01.2026}, each with or without a time, and {@code 23:59}. */
    private boolean date() {
        if (at < timesCheckedTo) return false;
        int end = dayEnd();
        if (end > 0) {
            if (end < length && text.charAt(end) == 'T' && isDigitAt(end + 1)) end = timeEnd(end + 1);
        } else if (isTime()) {
            end = timeEnd(at);
        } else {
            return false;
        }
        timesCheckedTo = end;
        if (isAlnumAt(end)) return false;
        at = end;
        return true;
    }

    private int dayEnd() {
        int first = digits(at);
        if ((first != at + 4 && first != at + 2) || first >= length) return -1;
        char separator = text.charAt(first);
        if (separator != '-' && separator != '/' && separator != '.') return -1;
        int second = digits(first + 1);
        if (second != first + 3 || second >= length || text.charAt(second) != separator) return -1;
        int third = digits(second + 1);
        int expected = first == at + 4 ? 2 : 4;
        return third == second + 1 + expected ? third : -1;
    }

    private boolean isTime() {
        return digits(at) == at + 2 && colonAt(at + 2) && digits(at + 3) == at + 5;
    }

    private int timeEnd(int from) {
        int i = from;
        while (i < length && (isDigit(text.charAt(i)) || (":.,+-".indexOf(text.charAt(i)) >= 0 && isDigitAt(i + 1))))
            i++;
        return i < length && text.charAt(i) == 'Z' ? i + 1 : i;
    }

    /** At most four digits are looked at: longer runs are neither dates nor addresses. */
    private int digits(int from) {
        int i = from;
        while (i < length && i < from + 5 && isDigit(text.charAt(i))) i++;
        return i;
    }

    private boolean ipv4() {
        int i = at;
        for (int part = 0; part < 4; part++) {
            if (part > 0 && (i >= length || text.charAt(i++) != '.')) return false;
            int end = digits(i);
            if (end == i || end > i + 3) return false;
            i = end;
        }
        if (isAlnumAt(i) || (i < length && text.charAt(i) == '.' && isDigitAt(i + 1))) return false;
        at = i;
        return true;
    }

    /** IPv6. */
    private boolean address() {
        if (at < colonsCheckedTo) return false;
        int i = at;
        int colons = 0;
        boolean twoInARow = false;
        while (i < length && (isHex(text.charAt(i)) || text.charAt(i) == ':')) {
            if (text.charAt(i) == ':') {
                colons++;
                twoInARow |= colonAt(i + 1);
            }
            i++;
        }
        colonsCheckedTo = i;
        boolean plausible = colons == 7 || (twoInARow && colons >= 2 && colons <= 7);
        if (!plausible || i == at + 2 || isAlnumAt(i)) return false;
        at = i;
        return true;
    }

    private boolean email() {
        if (at < emailCheckedTo) return false;
        int i = at;
        while (i < length && isMailChar(text.charAt(i))) i++;
        emailCheckedTo = i;
        if (i >= length || text.charAt(i) != '@') return false;
        int domain = i + 1;
        int end = domain;
        int dot = -1;
        while (end < length && (isAlnum(text.charAt(end)) || ".-".indexOf(text.charAt(end)) >= 0)) {
            if (text.charAt(end) == '.' && isAlnumAt(end + 1)) dot = end;
            end++;
        }
        if (dot <= domain) return false;
        while (!isAlnum(text.charAt(end - 1))) end--;
        at = end;
        return true;
    }

    private boolean url() {
        int i = at;
        while (i < length && i < at + 16 && isAlnum(text.charAt(i))) i++;
        if (!text.startsWith("://", i) || i + 3 > length) return false;
        i += 3;
        while (i < length && !endsUrl(text.charAt(i))) i++;
        while (".,:;!?".indexOf(text.charAt(i - 1)) >= 0) i--;
        at = i;
        return true;
    }

    private static boolean endsUrl(char c) {
        return c <= ' ' || "\"'`<>()[]{}|".indexOf(c) >= 0;
    }

    private boolean hexNumber() {
        if (!text.startsWith("0x", at) && !text.startsWith("0X", at)) return false;
        int end = segmentEnd(at + 2);
        if (end == at + 2) return false;
        at = end;
        return true;
    }

    /** Tokens, keys, base64: in chance the kinds of characters change often, in words and paths seldom. */
    private boolean longToken() {
        if (at < tokenCheckedTo) return false;
        int i = at;
        int changes = 0;
        int sameKind = 0;
        int lastKind = SEPARATOR;
        boolean hasDigit = false;
        boolean hasWord = false;
        while (i < length && isTokenChar(text.charAt(i))) {
            int kind = kind(text.charAt(i++));
            hasDigit |= kind == DIGIT;
            if (kind == lastKind) {
                sameKind++;
                continue;
            }
            changes++;
            hasWord |= kind == SEPARATOR && isWord(lastKind, sameKind, i - 1);
            lastKind = kind;
            sameKind = 1;
        }
        tokenCheckedTo = i;
        hasWord |= isWord(lastKind, sameKind, i);
        if (i - at < LONG_TOKEN || !hasDigit || hasWord || changes * 4 < i - at) return false;
        at = i;
        while (at < length && text.charAt(at) == '=') at++;
        return true;
    }

    /** Four letters and more of one case, with nothing else between them and the separators around. */
    private boolean isWord(int kind, int size, int end) {
        if (kind == DIGIT || kind == SEPARATOR || size < 4) return false;
        return end - size == at || kind(text.charAt(end - size - 1)) == SEPARATOR;
    }

    private static int kind(char c) {
        if (isDigit(c)) return DIGIT;
        if (!isAlnum(c)) return SEPARATOR;
        return c >= 'a' ? LOWER : UPPER;
    }

    /** {@code 5000}, {@code 1,234.56}, {@code 1.2.3}; a unit stays: {@code 5000ms} is {@code <n>ms}. */
    private boolean number() {
        int i = at;
        while (i < length && (isDigit(text.charAt(i)) || (".,".indexOf(text.charAt(i)) >= 0 && isDigitAt(i + 1)))) i++;
        if (isMixed(segmentEnd(at))) return false;
        at = i;
        put("<n>");
        appendWithoutDigits(segmentEnd(i));
        return true;
    }

    /** Letters and digits up to the next other character. */
    private void segment() {
        int end = segmentEnd(at);
        if (!isMixed(end)) {
            appendWithoutDigits(end);
            return;
        }
        at = end;
        put("<id>");
    }

    private int segmentEnd(int from) {
        int i = from;
        while (i < length && isAlnum(text.charAt(i))) i++;
        return i;
    }

    /** No word and no number with a unit: several runs of digits, digits amid letters, or eight hex digits and more. */
    private boolean isMixed(int end) {
        int digitRuns = 0;
        boolean hasLetter = false;
        boolean allHex = true;
        for (int i = at; i < end; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                hasLetter = true;
                allHex &= isHex(c);
            } else if (i == at || !isDigit(text.charAt(i - 1))) {
                digitRuns++;
            }
        }
        if (allHex && at > 0 && text.charAt(at - 1) == '@') return true; // the identity hash of Order@1b2c
        if (!hasLetter || digitRuns == 0) return false;
        boolean amid = end - at >= 6 && !isDigit(text.charAt(at)) && !isDigit(text.charAt(end - 1));
        return digitRuns > 1 || amid || (allHex && end - at >= 8);
    }

    private void appendWithoutDigits(int end) {
        for (int i = at; i < end; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) out.append(c);
            else if (i == at || !isDigit(text.charAt(i - 1))) out.append("<n>");
        }
        at = end;
    }

    private boolean colonAt(int i) {
        return i < length && text.charAt(i) == ':';
    }

    private boolean isDigitAt(int i) {
        return i >= 0 && i < length && isDigit(text.charAt(i));
    }

    private boolean isAlnumAt(int i) {
        return i >= 0 && i < length && isAlnum(text.charAt(i));
    }

    private static boolean isMailChar(char c) {
        return isAlnum(c) || "._%+-".indexOf(c) >= 0;
    }

    private static boolean isTokenChar(char c) {
        return isAlnum(c) || "+/_-".indexOf(c) >= 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHex(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private static boolean isAlnum(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
