package dev.redrive.internal.archive;

import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which frames of an object may have letters that match a filter, as far as its index tells. */
final class IndexFilter {
    private final Filter filter;
    private final boolean mayMatch;
    /** Of each of these sets a frame must have one. */
    private final List<BitSet> channels = new ArrayList<>();

    private final List<BitSet> causes = new ArrayList<>();

    IndexFilter(Filter filter, ObjectIndex index) {
        this.filter = filter;
        add(channels, index.channels(), filter.channels(), name -> matching(filter.channels(), name));
        for (Set<CauseId> wanted : List.of(filter.causes(), filter.lastCauses(), filter.anyCauses()))
            add(causes, index.causes(), wanted, wanted::contains);
        mayMatch = mayMatch(index)
                && channels.stream().noneMatch(BitSet::isEmpty)
                && causes.stream().noneMatch(BitSet::isEmpty);
    }

    private static boolean matching(Set<Glob> globs, String name) {
        return globs.stream().anyMatch(glob -> glob.matches(name));
    }

    private static <T> void add(
            List<BitSet> conditions, Optional<List<T>> names, Set<?> condition, Predicate<T> wanted) {
        if (condition.isEmpty() || names.isEmpty()) return;
        BitSet numbers = new BitSet();
        IntStream.range(0, names.get().size())
                .filter(i -> wanted.test(names.get().get(i)))
                .forEach(numbers::set);
        conditions.add(numbers);
    }

    private boolean mayMatch(ObjectIndex index) {
        return (filter.errorTypes().isEmpty() || filter.errorTypes().contains(index.errorType()))
                && isBetween(index.first(), index.last())
                && mayHold(index, filter.eventId())
                && mayHold(index, filter.key());
    }

    private static boolean mayHold(ObjectIndex index, @Nullable String key) {
        return key == null || index.keys().mayHold(KeyFilter.Hash.of(key));
    }

    private boolean isBetween(LetterId first, LetterId last) {
        return (filter.from() == null || !last.createdAt().isBefore(filter.from()))
                && (filter.to() == null || first.createdAt().isBefore(filter.to()));
    }

    boolean mayMatch(Frame frame) {
        return mayMatch
                && isBetween(frame.first(), frame.last())
                && channels.stream().allMatch(frame.channels()::intersects)
                && causes.stream().allMatch(frame.causes()::intersects);
    }
}
