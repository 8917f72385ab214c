package dev.redrive.store.questions;

import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** All counters at one moment, and sums over them. */
public record Tallies(List<Tally> list) {

    public StatusCounts byStatus() {
        return sum(list);
    }

    public Map<String, StatusCounts> byChannel() {
        return by(Tally::channel);
    }

    public Map<String, StatusCounts> byErrorType() {
        return by(Tally::errorType);
    }

    public Map<Category, StatusCounts> byCategory() {
        return by(Tally::category);
    }

    /** The channels that have letters. */
    public Set<String> channels() {
        Set<String> names = new TreeSet<>();
        list.forEach(tally -> names.add(tally.channel()));
        return names;
    }

    /** The exact number of letters that a filter means, when it asks for nothing but what is counted. */
    public Optional<Long> count(Filter filter) {
        if (!isCounted(filter)) return Optional.empty();
        StatusCounts counts = sum(list.stream()
                .filter(t -> filter.channels().isEmpty()
                        || filter.channels().stream().anyMatch(c -> c.matches(t.channel())))
                .filter(t ->
                        filter.errorTypes().isEmpty() || filter.errorTypes().contains(t.errorType()))
                .filter(t ->
                        filter.categories().isEmpty() || filter.categories().contains(t.category()))
                .toList());
        if (filter.statuses().isEmpty()) return Optional.of(counts.total());
        return Optional.of(filter.statuses().stream().mapToLong(counts::of).sum());
    }

    private static boolean isCounted(Filter filter) {
        FilterBuilder counted = Filter.builder().status(filter.statuses().toArray(LetterStatus[]::new));
        filter.channels().forEach(channel -> counted.channel(channel.pattern()));
        filter.errorTypes().forEach(counted::errorType);
        filter.categories().forEach(counted::category);
        return filter.equals(counted.build());
    }

    private <K> Map<K, StatusCounts> by(Function<Tally, K> key) {
        Map<K, StatusCounts> sums = new LinkedHashMap<>();
        for (Tally tally : list) sums.merge(key.apply(tally), tally.counts(), StatusCounts::plus);
        sums.values().removeIf(counts -> counts.total() == 0);
        return sums;
    }

    private static StatusCounts sum(List<Tally> tallies) {
        return tallies.stream().map(Tally::counts).reduce(StatusCounts.none(), StatusCounts::plus);
    }
}
