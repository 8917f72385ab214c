package dev.redrive.store.memory;

import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.RuleState;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.logbook.Logbook;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Keeps the logbook in the memory of this process. The plainest reading of the port. */
final class InMemoryLogbook implements Logbook {
    private record Slot(String channel, MinuteCount.Measure measure) {}

    private record Step(Instant start, MinuteCount.Measure measure) {}

    private final List<AuditLine> audit = new ArrayList<>();
    private final Map<String, RuleState> rules = new HashMap<>();
    private final TreeMap<String, AlertMessage> messages = new TreeMap<>();
    private final TreeMap<Instant, Map<Slot, Long>> minutes = new TreeMap<>();

    // Audit

    @Override
    public synchronized AuditLine append(AuditNote note) {
        String previous =
                audit.isEmpty() ? AuditLine.START : audit.get(audit.size() - 1).hash();
        AuditLine line = AuditLine.after(audit.size(), previous, note);
        audit.add(line);
        return line;
    }

    @Override
    public synchronized List<AuditLine> audit(AuditQuery query) {
        return audit.stream()
                .filter(line -> matches(query, line))
                .sorted(Comparator.comparingLong(AuditLine::number).reversed())
                .limit(query.limit())
                .toList();
    }

    private static boolean matches(AuditQuery query, AuditLine line) {
        AuditNote note = line.note();
        return query.by().map(note.by()::equals).orElse(true)
                && query.action().map(note.action()::equals).orElse(true)
                && query.subject().map(note.subject()::equals).orElse(true)
                && query.from().map(from -> !note.at().isBefore(from)).orElse(true)
                && query.to().map(to -> note.at().isBefore(to)).orElse(true)
                && line.number() < query.before().orElse(Long.MAX_VALUE);
    }

    @Override
    public synchronized List<AuditLine> auditFrom(long number, int limit) {
        return audit.stream()
                .filter(line -> line.number() >= number)
                .limit(limit)
                .toList();
    }

    // Alerts

    @Override
    public synchronized Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        RuleState state = rules.getOrDefault(key, RuleState.unknown());
        RuleState next = state.after(holds, now, quiet);
        if (!next.equals(state)) rules.put(key, next);
        return state.turnTo(next);
    }

    @Override
    public synchronized void unheard(String key, Instant toldAt) {
        rules.computeIfPresent(key, (name, state) -> state.unheard(toldAt));
    }

    @Override
    public synchronized List<Firing> firing() {
        return rules.entrySet().stream()
                .filter(rule -> rule.getValue().firing())
                .map(rule -> new Firing(rule.getKey(), rule.getValue().since()))
                .sorted(Comparator.comparing(Firing::since).thenComparing(Firing::key))
                .toList();
    }

    @Override
    public synchronized void keep(AlertMessage message) {
        messages.put(message.id(), message);
    }

    @Override
    public synchronized List<AlertMessage> alerts(int limit, Optional<String> before) {
        return before.map(id -> messages.headMap(id, false)).orElse(messages).descendingMap().values().stream()
                .limit(limit)
                .toList();
    }

    // Series

    @Override
    public synchronized void count(Collection<MinuteCount> counts) {
        for (MinuteCount count : counts)
            minutes.computeIfAbsent(count.minute(), minute -> new HashMap<>())
                    .merge(new Slot(count.channel(), count.measure()), count.count(), Long::sum);
    }

    @Override
    public synchronized List<StepSum> series(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        if (!from.isBefore(to)) return List.of();
        Map<Step, Long> sums = new TreeMap<>(Comparator.comparing(Step::start).thenComparing(Step::measure));
        minutes.subMap(from, to)
                .forEach((minute, slots) -> slots.forEach((slot, count) -> {
                    if (channel.map(slot.channel()::equals).orElse(true))
                        sums.merge(new Step(steps.startOf(minute), slot.measure()), count, Long::sum);
                }));
        List<StepSum> series = new ArrayList<>(sums.size());
        sums.forEach((at, sum) -> series.add(new StepSum(at.start(), at.measure(), sum)));
        return series;
    }

    @Override
    public synchronized void forgetCounts(Instant before) {
        minutes.headMap(before).clear();
    }
}
