package dev.redrive.replay;

import dev.redrive.cause.Cause;
import dev.redrive.json.Json;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is found while the letters of a replay are written down, for the person who decides about it. */
final class PlanSummary {
    private static final int SHOWN = 20;
    private static final int SAMPLES = 10;
    /** More names than this are counted together. */
    private static final int NAMES = 1000;

    private static final String WITHOUT = "";

    private final Function<String, Optional<String>> targetOf;
    private final Map<CauseId, Long> causes = new HashMap<>();
    private final Map<CauseId, Long> lastCauses = new HashMap<>();
    private final Map<String, Long> channels = new HashMap<>();
    private final Map<String, Long> targets = new HashMap<>();
    private final List<Map<String, Object>> sample = new ArrayList<>();
    private long count;
    private long blocked;
    private long sentBefore;
    private long otherCauses;
    private long otherChannels;
    private long notFound;
    private long notAllowed;
    private long notWhole;
    private @Nullable Instant oldest;
    private @Nullable Instant newest;

    PlanSummary(Function<String, Optional<String>> targetOf) {
        this.targetOf = targetOf;
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

    private static Map<String, Object> shown(Summary letter) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", letter.id().toString());
        shown.put("channel", letter.channel());
        shown.put("status", letter.state().status().name());
        shown.put("errorType", letter.errorType());
        shown.put("errorMessage", Reason.shortened(letter.errorMessage()));
        shown.put("createdAt", letter.id().createdAt().toString());
        return shown;
    }

    void sentBefore(int letters) {
        sentBefore += letters;
    }

    void notFound() {
        notFound++;
    }

    void notAllowed() {
        notAllowed++;
    }

    // Telling

    Json json(DeadLetterStore store) {
        Map<String, @Nullable Object> plan = new LinkedHashMap<>();
        plan.put("count", count);
        plan.put("blocked", blocked);
        plan.put("replayedBefore", sentBefore);
        plan.put("notFound", notFound);
        plan.put("notAllowed", notAllowed);
        plan.put("notWhole", notWhole);
        plan.put("oldest", text(oldest));
        plan.put("newest", text(newest));
        plan.put("causes", most(causes, (cause, n) -> cause(store, cause, n)));
        plan.put("otherCauses", otherCauses + rest(causes));
        plan.put("lastCauses", most(lastCauses, (cause, n) -> cause(store, cause, n)));
        plan.put("channels", most(channels, this::channel));
        plan.put("otherChannels", otherChannels + rest(channels));
        plan.put("withoutTarget", targets.getOrDefault(WITHOUT, 0L));
        targets.remove(WITHOUT);
        plan.put("targets", most(targets, PlanSummary::target));
        plan.put("sample", sample);
        return Json.object(plan);
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private interface Row<K> {
        Map<String, @Nullable Object> of(K name, long count);
    }

    private static <K> List<Map<String, @Nullable Object>> most(Map<K, Long> counts, Row<K> row) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<K, Long>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().toString()))
                .limit(SHOWN)
                .map(entry -> row.of(entry.getKey(), entry.getValue()))
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

    private static Map<String, @Nullable Object> cause(DeadLetterStore store, CauseId id, long count) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", id.toString());
        row.put("title", store.cause(id).map(Cause::title).orElse(null));
        row.put("count", count);
        return row;
    }

    private Map<String, @Nullable Object> channel(String name, long count) {
        Map<String, @Nullable Object> row = target(name, count);
        row.put("target", targetOf.apply(name).orElse(null));
        return row;
    }

    private static Map<String, @Nullable Object> target(String name, long count) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("count", count);
        return row;
    }
}
