package dev.redrive.internal.erasure;

import dev.redrive.letter.LetterId;
import dev.redrive.redaction.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What could not be looked at or erased. None of it quotes the value. */
final class Problems {
    private static final int MOST = 200;
    private static final int NAMED = 10;

    private final String value;
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Letters> ofLetters = new LinkedHashMap<>();
    private long more;

    Problems(String value) {
        this.value = value;
    }

    /** Letters with the same problem. */
    private static final class Letters {
        final List<LetterId> first = new ArrayList<>();
        long count;
    }

    void add(String problem) {
        if (texts.size() < MOST) texts.add(problem.replace(value, Redaction.MASK));
        else more++;
    }

    /** @param problem is to be read after "5 letters", such as "are being retried" */
    void add(LetterId letter, String problem) {
        String text = problem.replace(value, Redaction.MASK);
        if (!ofLetters.containsKey(text) && ofLetters.size() >= MOST) {
            more++;
            return;
        }
        Letters letters = ofLetters.computeIfAbsent(text, first -> new Letters());
        letters.count++;
        if (letters.first.size() < NAMED) letters.first.add(letter);
    }

    List<String> all() {
        List<String> all = new ArrayList<>(texts);
        ofLetters.forEach((problem, letters) -> all.add(text(problem, letters)));
        if (more > 0) all.add(more + " more problems");
        return all;
    }

    private static String text(String problem, Letters letters) {
        String ids =
                String.join(", ", letters.first.stream().map(LetterId::toString).toList());
        String rest = letters.count > letters.first.size() ? ", …" : "";
        return letters.count + (letters.count == 1 ? " letter " : " letters ") + problem + ": " + ids + rest;
    }
}
