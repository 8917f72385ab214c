package dev.redrive.internal.redaction;

import dev.redrive.redaction.Redaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which element of an array an element of the edited array was before. An array of the same length in which at most one
 * element differs has its elements where they were. In any other, an element was the one that has exactly the same values, or, where
 * the length is the same, the one at its position, if values that no other element has say so.
 */
final class FormerElements {
    static final int UNKNOWN = -1;

    private final List<Map<String, String>> before;
    private final List<Map<String, String>> now;
    private final boolean sameLength;
    private final boolean inPlace;
    private final Map<Map<String, String>, Integer> onlyBefore = new HashMap<>();
    private final Map<Map<String, String>, Integer> onlyNow = new HashMap<>();
    private final Map<Map.Entry<String, String>, Integer> onlyValues = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();

    FormerElements(List<Map<String, String>> before, List<Map<String, String>> now) {
        this.before = before;
        this.now = now;
        this.sameLength = before.size() == now.size();
        this.inPlace = sameLength && changed() <= 1;
        index(before, onlyBefore);
        index(now, onlyNow);
        for (int i = 0; i < before.size(); i++)
            for (Map.Entry<String, String> value : before.get(i).entrySet())
                if (!value.getValue().contains(Redaction.MASK))
                    put(onlyValues, Map.entry(value.getKey(), value.getValue()), i);
    }

    private int changed() {
        int changed = 0;
        for (int i = 0; i < now.size(); i++) if (!now.get(i).equals(before.get(i))) changed++;
        return changed;
    }

    private static void index(List<Map<String, String>> elements, Map<Map<String, String>, Integer> only) {
        for (int i = 0; i < elements.size(); i++) put(only, elements.get(i), i);
    }

    private static <T> void put(Map<T, Integer> only, T key, int index) {
        only.merge(key, index, (one, other) -> UNKNOWN);
    }

    /** The index that an element had, or {@link #UNKNOWN}. No two were the same one. */
    int indexOf(int element) {
        int index = find(element);
        return index != UNKNOWN && taken.add(index) ? index : UNKNOWN;
    }

    private int find(int element) {
        Map<String, String> values = now.get(element);
        if (inPlace && values.equals(before.get(element))) return element;
        if (inPlace) return onlyBefore.containsKey(values) || isAnother(element) ? UNKNOWN : element;
        int same = onlyBefore.getOrDefault(values, UNKNOWN);
        if (same != UNKNOWN && onlyNow.getOrDefault(values, UNKNOWN) != UNKNOWN) return same;
        return sameLength && owners(values).equals(Set.of(element)) ? element : UNKNOWN;
    }

    /** True when its values are those of other elements, and none is that of the one at its position. */
    private boolean isAnother(int element) {
        Set<Integer> owners = owners(now.get(element));
        return !owners.isEmpty() && !owners.contains(element);
    }

    /** The former elements that have a value of these as the only ones. */
    private Set<Integer> owners(Map<String, String> values) {
        Set<Integer> owners = new HashSet<>();
        values.forEach((path, value) -> {
            int owner = onlyValues.getOrDefault(Map.entry(path, value), UNKNOWN);
            if (owner != UNKNOWN) owners.add(owner);
        });
        return owners;
    }
}
