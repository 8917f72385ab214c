package dev.redrive.jdbc.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Rows of letters that are computed while the first of them are written, by several processors when there are many.
 *
 * @param <R> a row
 */
public final class ParallelRows<R> {
    /** From this many letters on it is worth the other processors' time. */
    public static final int WORTH_SHARING = 200;

    private static final int AT_ONCE = 100;

    private final List<CompletableFuture<List<R>>> parts;

    private ParallelRows(List<CompletableFuture<List<R>>> parts) {
        this.parts = parts;
    }

    public static <L, R> ParallelRows<R> make(List<L> letters, Function<L, R> row) {
        if (letters.size() < WORTH_SHARING)
            return new ParallelRows<>(List.of(CompletableFuture.completedFuture(rows(letters, row))));
        List<CompletableFuture<List<R>>> parts = new ArrayList<>(letters.size() / AT_ONCE + 1);
        for (int i = 0; i < letters.size(); i += AT_ONCE) {
            List<L> some = letters.subList(i, Math.min(letters.size(), i + AT_ONCE));
            parts.add(CompletableFuture.supplyAsync(() -> rows(some, row)));
        }
        return new ParallelRows<>(parts);
    }

    private static <L, R> List<R> rows(List<L> letters, Function<L, R> row) {
        return letters.stream().map(row).toList();
    }

    /** In the order of the letters; waits for each part when it is asked for. */
    public Iterable<List<R>> parts() {
        return () -> parts.stream().map(CompletableFuture::join).iterator();
    }
}
