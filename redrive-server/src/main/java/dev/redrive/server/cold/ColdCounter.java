package dev.redrive.server.cold;

import dev.redrive.ColdLetters;
import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts what a restore would bring back, for as long as a request may take. */
final class ColdCounter {
    private static final int MOST_PROBLEMS = 100;

    private final ColdLetters cold;
    private final Duration patience;
    private final List<String> problems = new ArrayList<>();
    private long matching;
    private long known;
    private long bytesRead;

    ColdCounter(ColdLetters cold, Duration patience) {
        this.cold = cold;
        this.patience = patience;
    }

    ColdCount of(Filter filter, @Nullable String from) {
        return count(from, cursor -> cold.search(filter, cursor, Query.MAX_LIMIT));
    }

    ColdCount of(Collection<LetterId> ids, @Nullable String from) {
        return count(from, cursor -> cold.search(ids, cursor));
    }

    private ColdCount count(@Nullable String from, Function<@Nullable String, ColdPage> search) {
        long end = System.nanoTime() + patience.toNanos();
        List<LetterId> missing = new ArrayList<>();
        String next = from;
        do {
            ColdPage page = search.apply(next);
            page.letters().forEach(this::add);
            missing.addAll(page.missing());
            bytesRead += page.bytesRead();
            page.problems().stream().limit(MOST_PROBLEMS - problems.size()).forEach(problems::add);
            next = page.next().orElse(null);
        } while (next != null && System.nanoTime() < end);
        return new ColdCount(matching, known, missing, next, bytesRead, problems);
    }

    private void add(ColdLetter letter) {
        matching++;
        if (letter.inStore()) known++;
    }
}
