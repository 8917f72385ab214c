package dev.redrive.text;

/** A name pattern in which {@code *} stands for any run of characters, as in {@code payment.*}. Matches in linear time. */
public record Glob(String pattern) {
    public Glob {
        if (pattern.isEmpty()) throw new IllegalArgumentException("a pattern must not be empty");
    }

    /** True when the pattern has no {@code *} and so means exactly one name. */
    public boolean isLiteral() {
        return pattern.indexOf('*') < 0;
    }

    public boolean matches(String name) {
        int star = pattern.indexOf('*');
        if (star < 0) return pattern.equals(name);
        if (!name.startsWith(pattern.substring(0, star))) return false;
        int last = pattern.lastIndexOf('*');
        String tail = pattern.substring(last + 1);
        int end = name.length() - tail.length();
        if (end < star || !name.endsWith(tail)) return false;
        return middleMatches(name, star, last, end);
    }

    /** Each part between two stars is taken at its first place: an earlier place never hurts a later part. */
    private boolean middleMatches(String name, int star, int last, int end) {
        int at = star;
        int from = star + 1;
        while (from <= last) {
            int next = pattern.indexOf('*', from);
            String part = pattern.substring(from, next);
            int found = name.indexOf(part, at);
            if (found < 0 || found + part.length() > end) return false;
            at = found + part.length();
            from = next + 1;
        }
        return true;
    }
}
