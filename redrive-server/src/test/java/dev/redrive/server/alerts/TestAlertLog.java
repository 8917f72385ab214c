package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The alert log in memory. A test can make it fail, and wait for what is written. */
final class TestAlertLog implements AlertLog {
    private final AlertLog behind = new InMemoryDeadLetterStore(SettableClock.standing()).alerts();
    private final Set<String> undelivered = ConcurrentHashMap.newKeySet();
    private final AtomicInteger turnsUntilFailure = new AtomicInteger();

    /** The turn of this number from now fails, as if the store were away for a moment. */
    void failAtTurn(int number) {
        turnsUntilFailure.set(number);
    }

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        if (turnsUntilFailure.getAndUpdate(left -> Math.max(0, left - 1)) == 1)
            throw new StoreUnavailable("the store is away");
        return behind.turn(key, holds, now, quiet);
    }

    @Override
    public void undelivered(String key, Instant announcedAt) {
        behind.undelivered(key, announcedAt);
        undelivered.add(key);
    }

    /** Waits until the alert was marked as undelivered. */
    void awaitUndelivered(String key) {
        Await.until(key + " is undelivered", () -> undelivered.contains(key));
    }

    @Override
    public void snoozedTurn(String key, boolean holds, Instant now) {
        behind.snoozedTurn(key, holds, now);
    }

    @Override
    public void snooze(AlertSnooze snooze) {
        behind.snooze(snooze);
    }

    @Override
    public Optional<AlertSnooze> endSnooze(String key) {
        return behind.endSnooze(key);
    }

    @Override
    public List<AlertSnooze> snoozes(Instant now) {
        return behind.snoozes(now);
    }

    @Override
    public List<Firing> firing() {
        return behind.firing();
    }

    @Override
    public void save(AlertMessage message) {
        behind.save(message);
    }

    @Override
    public List<AlertMessage> messages(int limit, Optional<String> before) {
        return behind.messages(limit, before);
    }

    /** Waits until a message has so many outcomes. */
    AlertMessage awaitOutcomes(String id, int outcomes) {
        return Await.until(
                        outcomes + " outcomes of message " + id,
                        Await.TIMEOUT,
                        () -> message(id),
                        message -> message.map(m -> m.deliveries().size() >= outcomes)
                                .orElse(false))
                .orElseThrow();
    }

    private Optional<AlertMessage> message(String id) {
        return messages(Integer.MAX_VALUE, Optional.empty()).stream()
                .filter(message -> message.id().equals(id))
                .findFirst();
    }
}
