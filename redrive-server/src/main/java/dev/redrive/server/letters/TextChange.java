package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;

/** A text in which the part is marked that is another one than in an earlier text. */
public record TextChange(String start, String changed, String end) {
    private static final int LONGEST = 500;

    static TextChange between(String before, String now) {
        String old = ShortText.cut(before, LONGEST);
        String fresh = ShortText.withDots(now, LONGEST);
        int start = 0;
        while (start < Math.min(old.length(), fresh.length()) && old.charAt(start) == fresh.charAt(start)) start++;
        while (start > 0 && start < fresh.length() && isWordPart(fresh.charAt(start - 1))) start--;
        int end = 0;
        while (end < Math.min(old.length(), fresh.length()) - start
                && old.charAt(old.length() - 1 - end) == fresh.charAt(fresh.length() - 1 - end)) end++;
        while (end > 0 && isWordPart(fresh.charAt(fresh.length() - end))) end--;
        int to = Math.max(start, fresh.length() - end);
        return new TextChange(fresh.substring(0, start), fresh.substring(start, to), fresh.substring(to));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }
}
