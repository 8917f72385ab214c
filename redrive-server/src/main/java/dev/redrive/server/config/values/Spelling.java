package dev.redrive.server.config.values;

import dev.redrive.internal.text.ShortText;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name closest to an unknown one. */
public final class Spelling {
    private Spelling() {}

    /** {@code ; did you mean "port"?}, or nothing when no candidate is near. */
    public static String hint(String written, Collection<String> candidates) {
        return nearest(written, candidates)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
    }

    /** Upper and lower case, dashes and underscores make no difference; otherwise a third of the letters may be wrong. */
    public static Optional<String> nearest(String written, Collection<String> candidates) {
        String plain = plain(written);
        int tolerated = Math.max(1, plain.length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(plain, plain(candidate)) <= tolerated)
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
    }

    private static String plain(String word) {
        String start = ShortText.cut(word, 60);
        return start.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How many letters must be added, removed, replaced or swapped with their neighbour. */
    public static int distance(String one, String other) {
        int[][] steps = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) steps[i][0] = i;
        for (int j = 0; j <= other.length(); j++) steps[0][j] = j;
        for (int i = 1; i <= one.length(); i++) {
            for (int j = 1; j <= other.length(); j++) {
                int replaced = steps[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                steps[i][j] = Math.min(replaced, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
                if (isSwap(one, i, other, j)) steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
            }
        }
        return steps[one.length()][other.length()];
    }

    private static boolean isSwap(String one, int i, String other, int j) {
        return i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
    }
}
