package dev.redrive.store.memory;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps replays in the memory of this process. The plainest reading of the port. */
final class InMemoryReplayBook implements ReplayBook {
    private static final Set<LineState> WENT_OUT =
            Set.of(LineState.SENT, LineState.RESOLVED, LineState.CAME_BACK, LineState.FAILED);

    private final InstantSource clock;
    private final TreeMap<ReplayId, StoredReplay> replays = new TreeMap<>(Comparator.reverseOrder());
    private final Map<LetterId, ReplayId> holders = new HashMap<>();

    private static final class StoredReplay {
        Replay replay;
        final TreeMap<Long, LedgerLine> lines = new TreeMap<>();
        final Map<LetterId, Long> positions = new HashMap<>();

        @Nullable
        String owner;

        Instant ownedUntil = Instant.MIN;

        StoredReplay(Replay replay) {
            this.replay = replay;
        }

        void put(LedgerLine line) {
            lines.put(line.position(), line);
            positions.put(line.letter(), line.position());
        }
    }

    InMemoryReplayBook(InstantSource clock) {
        this.clock = clock;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private StoredReplay stored(ReplayId id) {
        return Objects.requireNonNull(replays.get(id), () -> "there is no replay " + id);
    }

    // Planning

    @Override
    public synchronized void add(Replay replay) {
        replays.put(replay.id(), new StoredReplay(replay));
    }

    @Override
    public synchronized void append(ReplayId id, List<LedgerLine> lines) {
        lines.forEach(stored(id)::put);
    }

    @Override
    public synchronized void planned(ReplayId id, ReplayPlan plan) {
        StoredReplay stored = stored(id);
        stored.replay = stored.replay.planned(plan);
    }

    @Override
    public synchronized void remove(ReplayId id) {
        replays.remove(id);
        release(id);
    }

    @Override
    public synchronized Optional<Replay> find(ReplayId id) {
        return Optional.ofNullable(replays.get(id)).map(k -> k.replay);
    }

    @Override
    public synchronized List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        return (before == null ? replays : replays.tailMap(before, false))
                .values().stream()
                        .map(k -> k.replay)
                        .filter(r -> states.isEmpty() || states.contains(r.state()))
                        .limit(limit)
                        .toList();
    }

    // Running

    @Override
    public synchronized Optional<Replay> move(
            ReplayId id, Set<ReplayState> from, ReplayState to, @Nullable String reason, @Nullable Instant wakeAt) {
        StoredReplay stored = replays.get(id);
        if (stored == null || !from.contains(stored.replay.state())) return Optional.empty();
        Replay r = stored.replay;
        boolean ends = to.isEnded() || to == ReplayState.STOPPED;
        stored.replay = new Replay(
                r.id(),
                to,
                reason,
                r.by(),
                r.createdAt(),
                to == ReplayState.RUNNING && r.startedAt() == null ? now() : r.startedAt(),
                ends ? now() : null,
                r.asked(),
                r.plan(),
                r.brakes(),
                r.task(),
                r.progress(),
                wakeAt);
        return Optional.of(stored.replay);
    }

    @Override
    public synchronized void progress(ReplayId id, ReplayProgress progress) {
        StoredReplay stored = stored(id);
        stored.replay = with(stored.replay, stored.replay.reason(), progress, stored.replay.wakeAt());
    }

    @Override
    public synchronized void wake(ReplayId id, @Nullable Instant at, @Nullable String reason) {
        StoredReplay stored = stored(id);
        stored.replay = with(stored.replay, reason, stored.replay.progress(), at);
    }

    private static Replay with(Replay r, @Nullable String reason, ReplayProgress progress, @Nullable Instant wakeAt) {
        return new Replay(
                r.id(),
                r.state(),
                reason,
                r.by(),
                r.createdAt(),
                r.startedAt(),
                r.endedAt(),
                r.asked(),
                r.plan(),
                r.brakes(),
                r.task(),
                progress,
                wakeAt);
    }

    @Override
    public synchronized Optional<Replay> take(String node, Duration time) {
        Optional<StoredReplay> free = replays.values().stream()
                .filter(k -> k.replay.wakeAt() != null && !k.replay.wakeAt().isAfter(now()))
                .filter(k -> k.owner == null || !k.ownedUntil.isAfter(now()))
                .min(Comparator.comparing(k -> Objects.requireNonNull(k.replay.wakeAt())));
        free.ifPresent(k -> {
            k.owner = node;
            k.ownedUntil = now().plus(time);
        });
        return free.map(k -> k.replay);
    }

    @Override
    public synchronized boolean keep(ReplayId id, String node, Duration time) {
        StoredReplay stored = replays.get(id);
        if (stored == null || !node.equals(stored.owner)) return false;
        stored.ownedUntil = now().plus(time);
        return true;
    }

    @Override
    public synchronized void leave(ReplayId id, String node) {
        StoredReplay stored = replays.get(id);
        if (stored != null && node.equals(stored.owner)) stored.owner = null;
    }

    // Letters

    @Override
    public synchronized Held hold(ReplayId id, long from, int limit) {
        StoredReplay stored = stored(id);
        List<LedgerLine> lines =
                stored.lines.tailMap(from).values().stream().limit(limit).toList();
        long held = 0;
        long skipped = 0;
        for (LedgerLine line : lines) {
            if (line.state() != LineState.PLANNED) continue;
            ReplayId holder = holders.putIfAbsent(line.letter(), id);
            if (holder == null || holder.equals(id)) {
                held++;
            } else {
                stored.put(line.marked(LineState.SKIPPED, "it is in replay " + holder + ", which is not over", now()));
                skipped++;
            }
        }
        boolean more = lines.size() == limit;
        return new Held(
                held, skipped, more ? Optional.of(lines.get(lines.size() - 1).position() + 1) : Optional.empty());
    }

    @Override
    public synchronized void takeOver(ReplayId id, long from, int limit) {
        stored(id).lines.tailMap(from).values().stream()
                .limit(limit)
                .filter(line -> line.state() == LineState.PLANNED)
                .map(LedgerLine::letter)
                .filter(letter -> holders.containsKey(letter)
                        && stored(holders.get(letter)).replay.canBeTakenFrom())
                .forEach(holders::remove);
    }

    @Override
    public synchronized Map<LetterId, ReplayId> holders(Collection<LetterId> letters) {
        Map<LetterId, ReplayId> found = new HashMap<>();
        for (LetterId letter : letters) {
            ReplayId holder = holders.get(letter);
            if (holder != null) found.put(letter, holder);
        }
        return found;
    }

    @Override
    public synchronized void release(ReplayId id) {
        holders.values().removeIf(id::equals);
    }

    // Ledger

    @Override
    public List<LedgerLine> next(ReplayId id, long after, int limit) {
        return ledger(id, Set.of(LineState.PLANNED), after, limit);
    }

    @Override
    public synchronized List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit) {
        StoredReplay stored = replays.get(id);
        if (stored == null) return List.of();
        return stored.lines.tailMap(after, false).values().stream()
                .filter(line -> states.isEmpty() || states.contains(line.state()))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Optional<LedgerLine> line(ReplayId id, LetterId letter) {
        return Optional.ofNullable(replays.get(id)).map(k -> {
            Long position = k.positions.get(letter);
            return position == null ? null : k.lines.get(position);
        });
    }

    @Override
    public synchronized Set<Long> mark(ReplayId id, List<LedgerLine.Mark> marks) {
        StoredReplay stored = stored(id);
        Set<Long> changed = new HashSet<>();
        for (LedgerLine.Mark mark : marks) {
            LedgerLine line = stored.lines.get(mark.position());
            if (line == null || line.state().isFinal()) continue;
            stored.put(line.marked(mark.state(), mark.why(), now()));
            changed.add(mark.position());
        }
        return changed;
    }

    @Override
    public synchronized Map<LineState, Long> tally(ReplayId id) {
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        stored(id).lines.values().forEach(line -> counts.merge(line.state(), 1L, Long::sum));
        return counts;
    }

    @Override
    public synchronized int sentBefore(Collection<LetterId> letters) {
        return (int) letters.stream()
                .distinct()
                .filter(letter -> replays.values().stream().anyMatch(k -> wentOut(k, letter)))
                .count();
    }

    private static boolean wentOut(StoredReplay stored, LetterId letter) {
        return Stream.ofNullable(stored.positions.get(letter))
                .map(stored.lines::get)
                .anyMatch(line -> WENT_OUT.contains(line.state()));
    }

    @Override
    public synchronized int expire(Instant endedBefore, int limit) {
        List<ReplayId> past = replays.values().stream()
                .map(k -> k.replay)
                .filter(r -> r.state().isEnded())
                .filter(r -> r.endedAt() != null && r.endedAt().isBefore(endedBefore))
                .limit(limit)
                .map(Replay::id)
                .toList();
        past.forEach(this::remove);
        return past.size();
    }
}
