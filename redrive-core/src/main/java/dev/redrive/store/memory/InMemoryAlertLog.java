package dev.redrive.store.memory;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.alert.RuleState;
import dev.redrive.internal.text.CleanText;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The alert log in memory. */
final class InMemoryAlertLog implements AlertLog {
    private final Map<String, RuleState> rules = new HashMap<>();
    private final TreeMap<String, AlertSnooze> snoozes = new TreeMap<>();
    private final TreeMap<String, AlertMessage> messages = new TreeMap<>();

    @Override
    public synchronized Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return change(key, state -> state.after(holds, now, quiet));
    }

    @Override
    public synchronized void snoozedTurn(String key, boolean holds, Instant now) {
        Turn unused = change(key, state -> state.afterSnoozed(holds, now));
    }

    private Turn change(String key, UnaryOperator<RuleState> step) {
        RuleState state = rules.getOrDefault(key, RuleState.unknown());
        RuleState next = step.apply(state);
        if (!next.equals(state)) rules.put(key, next);
        return state.turnTo(next);
    }

    @Override
    public synchronized void undelivered(String key, Instant announcedAt) {
        rules.computeIfPresent(key, (name, state) -> state.undelivered(announcedAt));
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
    public synchronized void snooze(AlertSnooze snooze) {
        snoozes.values().removeIf(known -> !known.lastsAt(snooze.since()));
        snoozes.put(snooze.key(), snooze);
    }

    @Override
    public synchronized Optional<AlertSnooze> endSnooze(String key) {
        return Optional.ofNullable(snoozes.remove(CleanText.text(key)));
    }

    @Override
    public synchronized List<AlertSnooze> snoozes(Instant now) {
        return snoozes.values().stream().filter(snooze -> snooze.lastsAt(now)).toList();
    }

    @Override
    public synchronized void save(AlertMessage message) {
        messages.put(message.id(), message);
    }

    @Override
    public synchronized List<AlertMessage> messages(int limit, Optional<String> before) {
        return before.map(id -> messages.headMap(id, false)).orElse(messages).descendingMap().values().stream()
                .limit(limit)
                .toList();
    }
}
