package dev.redrive.internal.replay;

import dev.redrive.cause.Cause;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts and findings collected while a replay is planned, for the decision whether to start it. */
public final class PlanSummary {
    private static final int SHOWN = 20;
    private static final int SAMPLES = 10;
    /** More names than this are counted together. */
    private static final int NAMES = 1000;

    private static final String WITHOUT = "";

    private final Function<String, Optional<String>> targetOf;
    private final boolean takeOver;
    private final Map<CauseId, Long> causes = new HashMap<>();
    private final Map<CauseId, Long> lastCauses = new HashMap<>();
    private final Map<String, Long> channels = new HashMap<>();
    private final Map<String, Long> targets = new HashMap<>();
    private final List<ReplayPlan.Sample> sample = new ArrayList<>();
    private long count;
    private long blocked;
    private long sentBefore;
    private long otherCauses;
    private long otherChannels;
    private long notFound;
    private long notAllowed;
    private long notWhole;
    private final Map<ReplayId, Long> holders = new HashMap<>();
    private @Nullable Instant oldest;
    private @Nullable Instant newest;

    PlanSummary(Function<String, Optional<String>> targetOf, boolean takeOver) {
        this.targetOf = targetOf;
        this.takeOver = takeOver;
    }

    long count() {
        return count;
    }

    // Finding

    void found(Summary letter) {
        count++;
        if (letter.state().blockedBy() != null) blocked++;
        if (!letter.completeness().isWhole()) notWhole++;
        Instant created = letter.id().createdAt();
        if (oldest == null || created.isBefore(oldest)) oldest = created;
        if (newest == null || created.isAfter(newest)) newest = created;
        if (!add(causes, letter.cause())) otherCauses++;
        add(lastCauses, letter.lastCause());
        if (!add(channels, letter.channel())) otherChannels++;
        add(targets, targetOf.apply(letter.channel()).orElse(WITHOUT));
        if (sample.size() < SAMPLES) sample.add(shown(letter));
    }

    private static <K> boolean add(Map<K, Long> counts, K name) {
        if (counts.size() >= NAMES && !counts.containsKey(name)) return false;
        counts.merge(name, 1L, Long::sum);
        return true;
    }

    private static ReplayPlan.Sample shown(Summary letter) {
        return new ReplayPlan.Sample(
                letter.id(),
                letter.channel(),
                letter.state().status(),
                letter.errorType(),
                Reason.shortened(letter.errorMessage()),
                letter.id().createdAt());
    }

    void sentBefore(int letters) {
        sentBefore += letters;
    }

    /** Other replays hold these. */
    void heldBy(Collection<ReplayId> replays) {
        for (ReplayId replay : replays) holders.merge(replay, 1L, Long::sum);
    }

    void notFound() {
        notFound++;
    }

    void notAllowed() {
        notAllowed++;
    }

    // Telling

    public ReplayPlan plan(DeadLetterStore store) {
        long withoutTarget = Objects.requireNonNullElse(targets.remove(WITHOUT), 0L);
        Map<CauseId, String> titles = titles(store);
        List<ReplayPlan.HolderCount> inTheWay = inTheWay(store.replays());
        return new ReplayPlan(
                count,
                blocked,
                sentBefore,
                notFound,
                notAllowed,
                notWhole,
                oldest,
                newest,
                most(causes, (cause, n) -> new ReplayPlan.CauseCount(cause, titles.get(cause), n)),
                otherCauses + rest(causes),
                most(lastCauses, (cause, n) -> new ReplayPlan.CauseCount(cause, titles.get(cause), n)),
                most(channels, this::channel),
                otherChannels + rest(channels),
                withoutTarget,
                most(targets, ReplayPlan.TargetCount::new),
                inTheWay.stream().mapToLong(ReplayPlan.HolderCount::count).sum(),
                inTheWay.stream().limit(SHOWN).toList(),
                sample);
    }

    /** Those whose letters would be skipped; with those that hold the most first. */
    private List<ReplayPlan.HolderCount> inTheWay(ReplayBook book) {
        List<ReplayPlan.HolderCount> found = new ArrayList<>();
        holders.forEach((id, letters) -> book.find(id)
                .filter(replay -> !takeOver || !replay.canBeTakenFrom())
                .ifPresent(replay -> found.add(new ReplayPlan.HolderCount(id, replay.state(), letters))));
        found.sort(Comparator.comparingLong(ReplayPlan.HolderCount::count)
                .reversed()
                .thenComparing(holder -> holder.replay().toString()));
        return found;
    }

    private static <K, R> List<R> most(Map<K, Long> counts, BiFunction<K, Long, R> row) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<K, Long>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().toString()))
                .limit(SHOWN)
                .map(entry -> row.apply(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The letters under names that are not shown. */
    private static <K> long rest(Map<K, Long> counts) {
        return counts.values().stream()
                .sorted(Comparator.reverseOrder())
                .skip(SHOWN)
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Of the causes that are shown. */
    private Map<CauseId, String> titles(DeadLetterStore store) {
        Set<CauseId> shown = new HashSet<>(most(causes, (cause, n) -> cause));
        shown.addAll(most(lastCauses, (cause, n) -> cause));
        if (shown.isEmpty()) return Map.of();
        return store.causes(CauseQuery.of(shown)).stream().collect(Collectors.toMap(Cause::id, Cause::title));
    }

    private ReplayPlan.ChannelCount channel(String name, long count) {
        return new ReplayPlan.ChannelCount(name, count, targetOf.apply(name).orElse(null));
    }
}
