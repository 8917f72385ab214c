package dev.redrive.cli.command;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Suggestion {
    private Suggestion() {}

    /** Empty when none is near. */
    public static Optional<String> to(String word, List<String> known) {
        String typed = word.toLowerCase(Locale.ROOT);
        int most = Math.max(1, Math.min(3, typed.length() / 2));
        return known.stream()
                .filter(name -> (name.startsWith(typed) && typed.length() > 1) || distance(typed, name) <= most)
                .min(Comparator.comparing(name -> name.startsWith(typed) ? 0 : distance(typed, name)));
    }

    /** How many letters have to be put in, taken out, changed, or swapped with their neighbour. */
    static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) steps[i][0] = i;
        for (int j = 0; j <= b.length(); j++) steps[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                steps[i][j] =
                        Math.min(Math.min(steps[i - 1][j] + 1, steps[i][j - 1] + 1), steps[i - 1][j - 1] + change);
                boolean isSwapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (isSwapped) steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
            }
        }
        return steps[a.length()][b.length()];
    }
}
