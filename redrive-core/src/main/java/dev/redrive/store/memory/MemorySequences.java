package dev.redrive.store.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.Sequence;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The order within each sequence: one open letter holds it, the others wait behind. */
final class MemorySequences {
    private static final class Line {
        LetterId holder;
        final TreeSet<LetterId> behind = new TreeSet<>();

        Line(LetterId holder) {
            this.holder = holder;
        }
    }

    private final Map<Sequence, Line> lines = new HashMap<>();

    void enter(@Nullable Sequence sequence, LetterId id) {
        if (sequence == null) return;
        Line line = lines.get(sequence);
        if (line == null) lines.put(sequence, new Line(id));
        else if (!line.holder.equals(id)) line.behind.add(id);
    }

    /** Takes a closed letter out; returns the one whose turn it is now. */
    Optional<LetterId> leave(@Nullable Sequence sequence, LetterId id) {
        Line line = sequence == null ? null : lines.get(sequence);
        if (sequence == null || line == null) return Optional.empty();
        if (!line.holder.equals(id)) {
            line.behind.remove(id);
            return Optional.empty();
        }
        LetterId next = line.behind.pollFirst();
        if (next == null) lines.remove(sequence);
        else line.holder = next;
        return Optional.ofNullable(next);
    }

    long waitingIn(String channel) {
        return lines.entrySet().stream()
                .filter(line -> line.getKey().channel().equals(channel)
                        && !line.getValue().behind.isEmpty())
                .count();
    }

    /** The letter it waits behind, or null when it may go. */
    @Nullable
    LetterId ahead(@Nullable Sequence sequence, LetterId id) {
        Line line = sequence == null ? null : lines.get(sequence);
        return line == null || !line.behind.contains(id) ? null : line.holder;
    }
}
