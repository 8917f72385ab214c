package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.rows.QueuedLetters;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Priority;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The positions in {@code dlq_ready} and {@code dlq_waiting} from which claims read. While a transaction holds an old
 * snapshot, PostgreSQL keeps every row that was deleted, and a claim that starts at the beginning reads all of those first.
 * So once the table is large, a claim starts behind what was claimed last. Letters that this process inserts before that
 * position are recorded here and claimed by their ids; for those of other processes, a claim starts from the beginning now
 * and then, for no more than a fiftieth of the time.
 */
final class ClaimPositions {
    static final UUID START = new UUID(0, 0);

    /** A letter may be committed so much later than its id was made. */
    private static final Duration LATE = Duration.ofSeconds(2);

    private static final int SPACING = 50;
    private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toNanos();
    private static final int MOST_LATE = 1000;
    private static final int MOST_CHANNELS = 2000;
    private static final int PRIORITIES = Priority.values().length;

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final UUID[] all = fromStart();
    private UUID oldest = START;
    private final Map<String, UUID[]> byChannel = new HashMap<>();
    /** Letters before the positions, with their channels. */
    private final Map<UUID, String> late = new HashMap<>();

    private long dueAfter = Long.MIN_VALUE;
    private boolean dueEarlier;
    private int underway;
    private long forgotten;
    private long nextFromStart;

    ClaimPositions(InstantSource clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        nextFromStart = nanoTime.getAsLong();
    }

    private static UUID[] fromStart() {
        UUID[] after = new UUID[PRIORITIES];
        Arrays.fill(after, START);
        return after;
    }

    /** What one claim starts with. */
    static final class View {
        private final boolean large;
        final boolean fromStart;
        final UUID oldest;
        final long dueAfter;
        /** No position is behind this one. */
        final UUID highest;

        private final UUID[] all;
        private final Map<String, UUID[]> byChannel = new HashMap<>();
        private final Map<UUID, String> late;
        private final long forgotten;

        private View(ClaimPositions now, Set<String> channels, boolean large, boolean fromStart) {
            this.large = large;
            this.fromStart = fromStart;
            oldest = now.oldest;
            dueAfter = fromStart ? Long.MIN_VALUE : now.dueAfter;
            highest = now.highest();
            all = now.all.clone();
            for (String channel : channels) {
                UUID[] after = now.byChannel.get(channel);
                if (after != null) byChannel.put(channel, after.clone());
            }
            late = new HashMap<>(now.late);
            forgotten = now.forgotten;
        }

        UUID after(int priority) {
            return all[priority];
        }

        /** Null when nothing is known about the channel. */
        UUID @Nullable [] ofChannel(String channel) {
            return byChannel.get(channel);
        }

        UUID[] late() {
            return late.keySet().toArray(UUID[]::new);
        }

        /** Became ready in this claim. */
        void ready(UUID id, String channel) {
            if (!isBefore(highest, id)) late.put(id, channel);
        }
    }

    /**
     * Each view is followed by {@link #claimed} or {@link #failed}.
     *
     * @param large whether the table is so large that reading it from its beginning may take long
     */
    synchronized View begin(Set<String> channels, boolean large) {
        if (!large) forget();
        underway++;
        dueEarlier = false;
        return new View(this, channels, large, !large || nanoTime.getAsLong() - nextFromStart >= 0);
    }

    /** For a query that claims nothing. */
    synchronized View now(Set<String> channels) {
        return new View(this, channels, true, false);
    }

    private UUID highest() {
        UUID highest = oldest;
        for (UUID after : all) highest = later(highest, after);
        for (UUID[] channel : byChannel.values()) for (UUID after : channel) highest = later(highest, after);
        return highest;
    }

    private static UUID later(UUID one, UUID other) {
        return isBefore(one, other) ? other : one;
    }

    private static UUID earlier(UUID one, UUID other) {
        return isBefore(one, other) ? one : other;
    }

    /** As the database compares them: Java's own order takes the halves as signed numbers. */
    private static boolean isBefore(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        if (high != 0) return high < 0;
        return Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits()) < 0;
    }

    // What happened

    /** A transaction was committed. While a claim is under way, positions may move up to the limit. */
    synchronized void queued(QueuedLetters letters) {
        Instant now = clock.instant();
        UUID highest = underway == 0 ? highest() : later(highest(), limit(now));
        for (StateRow letter : letters.ready())
            if (!isBefore(highest, letter.id())) late.put(letter.id(), letter.channel());
        long dueLimit = underway == 0 ? dueAfter : Math.max(dueAfter, dueLimit(now));
        for (StateRow letter : letters.waiting()) {
            if (letter.blocked() || Objects.requireNonNull(letter.dueAt()).toEpochMilli() > dueLimit) continue;
            dueAfter = Long.MIN_VALUE;
            dueEarlier = true;
        }
        if (late.size() > MOST_LATE) forget();
    }

    private static long dueLimit(Instant now) {
        return now.minus(LATE).toEpochMilli();
    }

    private static UUID limit(Instant now) {
        return LetterId.firstAt(now.minus(LATE)).value();
    }

    /** The next claim starts from the beginning. */
    private void forget() {
        Arrays.fill(all, START);
        oldest = START;
        byChannel.clear();
        late.clear();
        dueAfter = Long.MIN_VALUE;
        nextFromStart = nanoTime.getAsLong();
        forgotten++;
    }

    synchronized void failed() {
        underway--;
        forget();
    }

    /** A claim was committed; {@code got} says what it found. */
    synchronized void claimed(View view, ClaimRequest request, Got got, Instant now, long nanos) {
        underway--;
        if (view.fromStart) nextFromStart = nanoTime.getAsLong() + Math.min(LONGEST_PAUSE, nanos * SPACING);
        if (!view.large || view.forgotten != forgotten) return;
        if (got.promotedAll() && !dueEarlier) dueAfter = dueLimit(now);
        late.putAll(view.late);
        got.letters().forEach(one -> late.remove(one.letter().id().value()));
        UUID limit = limit(now);
        if (request.channels().isPresent()) ofChannels(view, got.letters(), limit);
        else ofAll(view, got, limit);
        if (byChannel.size() > MOST_CHANNELS || late.size() > MOST_LATE) forget();
    }

    /** A claim of all channels that was not filled left nothing that it could have taken. */
    private void ofAll(View view, Got got, UUID limit) {
        if (got.emptied()) {
            late.keySet().removeAll(view.late.keySet());
            Arrays.fill(all, limit);
            oldest = limit;
            return;
        }
        move(all, got.letters(), view, limit);
        if (got.oldest() != null) oldest = moved(oldest, got.oldest(), view, limit);
    }

    /** One of some channels may have met others at the same letters, and says nothing about those behind. */
    private void ofChannels(View view, List<LeasedLetter> letters, UUID limit) {
        letters.stream()
                .collect(Collectors.groupingBy(one -> one.letter().channel()))
                .forEach((channel, some) ->
                        move(byChannel.computeIfAbsent(channel, name -> fromStart()), some, view, limit));
    }

    /**
     * What a claim found.
     *
     * @param oldest the last letter that was taken for its age alone
     * @param promotedAll whether none that is due was left waiting
     * @param emptied whether it took all that it could see
     */
    record Got(List<LeasedLetter> letters, @Nullable UUID oldest, boolean promotedAll, boolean emptied) {}

    /** Of each priority it got the first ones. */
    private static void move(UUID[] after, List<LeasedLetter> got, View view, UUID limit) {
        UUID[] last = new UUID[PRIORITIES];
        for (LeasedLetter one : got) {
            int priority = one.letter().priority().ordinal();
            UUID id = one.letter().id().value();
            last[priority] = last[priority] == null ? id : later(last[priority], id);
        }
        for (int i = 0; i < PRIORITIES; i++) if (last[i] != null) after[i] = moved(after[i], last[i], view, limit);
    }

    /** A claim from the beginning may find letters before the position, which then moves back. */
    private static UUID moved(UUID position, UUID last, View view, UUID limit) {
        return earlier(limit, view.fromStart ? last : later(position, last));
    }
}
