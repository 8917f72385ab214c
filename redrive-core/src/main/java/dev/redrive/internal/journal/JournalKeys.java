package dev.redrive.internal.journal;

import dev.redrive.internal.text.LruMap;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The capture keys of the letters in the journal, so that a repeated capture is answered like the first one while the store
 * is unavailable. It knows the newest ones; of others the store finds out when they get there.
 */
public final class JournalKeys {
    static final int MOST = 100_000;

    private final Map<CaptureKey, LetterId> ids = LruMap.byAge(MOST);

    /** What a batch comes to: an answer for each letter, and those of them that are still to be written. */
    public record Sorted(List<CaptureResult> answers, List<NewLetter> fresh) {}

    public synchronized Sorted sorted(List<NewLetter> letters) {
        Sorted sorted = new Sorted(new ArrayList<>(letters.size()), new ArrayList<>(letters.size()));
        Map<CaptureKey, LetterId> here = new HashMap<>();
        for (NewLetter letter : letters) {
            LetterId first = first(letter.key(), here);
            sorted.answers()
                    .add(first == null ? new CaptureResult(letter.id(), true) : new CaptureResult(first, false));
            if (first != null) continue;
            sorted.fresh().add(letter);
            if (letter.key() != null) here.put(letter.key(), letter.id());
        }
        return sorted;
    }

    private @Nullable LetterId first(@Nullable CaptureKey key, Map<CaptureKey, LetterId> here) {
        if (key == null) return null;
        LetterId before = ids.get(key);
        return before != null ? before : here.get(key);
    }

    public synchronized boolean knowsAny(List<NewLetter> letters) {
        return letters.stream().anyMatch(letter -> letter.key() != null && ids.containsKey(letter.key()));
    }

    public synchronized void add(NewLetter letter) {
        if (letter.key() != null) ids.putIfAbsent(letter.key(), letter.id());
    }

    public synchronized void clear() {
        ids.clear();
    }
}
