package dev.redrive.mongo.counters;

import static dev.redrive.mongo.database.Fields.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Counts, or changes of them. */
final class CounterDeltas {
    private final Map<CounterKey, Map<String, Long>> byKey = new HashMap<>();

    /** A letter that stood in one way, or was not counted, stands in another, or is gone. */
    void move(@Nullable CountedLetter before, @Nullable CountedLetter after) {
        if (before != null) add(before, -1);
        if (after != null) add(after, 1);
    }

    private void add(CountedLetter letter, long by) {
        add(new CounterKey.OfTally(letter.channel(), letter.errorType(), letter.category()), letter.status(), by);
        add(new CounterKey.OfCause(letter.cause()), letter.status(), by);
        if (letter.isOpen() && !letter.cause().equals(letter.lastCause()))
            add(new CounterKey.OfChange(letter.cause(), letter.lastCause()), CounterKey.OPEN, by);
    }

    void add(CounterKey key, String name, long by) {
        if (by == 0) return;
        Map<String, Long> counts = byKey.computeIfAbsent(key, k -> new HashMap<>());
        counts.merge(name, by, (a, b) -> a + b);
        counts.values().removeIf(count -> count == 0);
        if (counts.isEmpty()) byKey.remove(key);
    }

    void add(CounterKey key, Document counts) {
        for (String name : counts.keySet())
            add(key, name, counts.get(name, Number.class).longValue());
    }

    Map<CounterKey, Map<String, Long>> byKey() {
        return byKey;
    }

    List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        byKey.forEach(
                (key, counts) -> documents.add(key.fields().append("counts", new Document(new HashMap<>(counts)))));
        return documents;
    }

    static void read(List<Document> documents, CountsReceiver into) {
        for (Document one : documents) into.add(CounterKey.read(one), part(one, "counts"));
    }

    interface CountsReceiver {
        void add(CounterKey key, Document counts);
    }
}
