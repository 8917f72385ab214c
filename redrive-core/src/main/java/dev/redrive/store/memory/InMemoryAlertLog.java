package dev.redrive.store.memory;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.RuleState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The alert log in memory. */
final class InMemoryAlertLog implements AlertLog {
    private final Map<String, RuleState> rules = new HashMap<>();
    private final TreeMap<String, AlertMessage> messages = new TreeMap<>();

    @Override
    public synchronized Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        RuleState state = rules.getOrDefault(key, RuleState.unknown());
        RuleState next = state.after(holds, now, quiet);
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
