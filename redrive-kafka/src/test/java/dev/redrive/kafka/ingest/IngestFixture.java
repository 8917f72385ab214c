package dev.redrive.kafka.ingest;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The letters of one channel in a store. */
record IngestFixture(DeadLetterStore store, String channel) {
    List<DeadLetter> letters() {
        List<DeadLetter> letters = new ArrayList<>();
        Query query = Query.newest(Filter.builder().channel(channel).build(), Query.MAX_LIMIT);
        while (true) {
            Page page = store.search(query);
            for (Summary each : page.items()) letters.add(store.find(each.id()).orElseThrow());
            if (page.next() == null) return letters;
            query = query.after(page.next());
        }
    }

    DeadLetter only() {
        List<DeadLetter> all = letters();
        if (all.size() != 1) throw new AssertionError(all.size() + " letters in " + channel);
        return all.get(0);
    }

    int count() {
        return (int) store.count(Filter.builder().channel(channel).build()).count();
    }

    /** The payloads as numbers, in order. */
    List<Integer> numbers() {
        return letters().stream()
                .map(letter -> Integer.valueOf(letter.message().payload().text()))
                .sorted()
                .toList();
    }

    static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
