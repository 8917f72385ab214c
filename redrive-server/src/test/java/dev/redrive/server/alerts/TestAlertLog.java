package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Alert states, messages and counts in memory. */
final class TestAlertLog implements AlertLog, MinuteCounts {
    private final Map<String, Page> pages = new TreeMap<>();
    private final TreeMap<String, AlertMessage> messages = new TreeMap<>();
    private final List<MinuteCount> counts = new ArrayList<>();

    private static final class Page {
        private @Nullable Instant since;
        private @Nullable Instant lastAnnounced;
        private boolean announced;
    }

    private int turnsUntilFailure;

    /** The turn of this number from now fails, as if the store were away for a moment. */
    synchronized void failAtTurn(int number) {
        turnsUntilFailure = number;
    }

    @Override
    public synchronized Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        if (turnsUntilFailure > 0 && --turnsUntilFailure == 0) throw new StoreUnavailable("the store is away");
        Page page = pages.computeIfAbsent(key, name -> new Page());
        if (!holds) {
            boolean wasAnnounced = page.announced;
            page.since = null;
            page.announced = false;
            return wasAnnounced ? Turn.SEND_ENDED : Turn.NOTHING;
        }
        if (page.since == null) page.since = now;
        boolean tooSoon = page.lastAnnounced != null
                && Duration.between(page.lastAnnounced, now).compareTo(quiet) < 0;
        if (page.announced || tooSoon) return Turn.NOTHING;
        page.announced = true;
        page.lastAnnounced = now;
        return Turn.SEND;
    }

    @Override
    public synchronized void undelivered(String key, Instant announcedAt) {
        Page page = pages.get(key);
        if (page != null && announcedAt.equals(page.lastAnnounced)) page.announced = false;
        notifyAll();
    }

    /** Waits until the alert was marked as undelivered. */
    synchronized void awaitUndelivered(String key) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (true) {
            Page page = pages.get(key);
            if (page != null && !page.announced) return;
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) throw new AssertionError(key + " still counts as announced");
            wait(left);
        }
    }

    @Override
    public synchronized List<Firing> firing() {
        List<Firing> firing = new ArrayList<>();
        pages.forEach((key, page) -> {
            if (page.since != null) firing.add(new Firing(key, page.since));
        });
        return firing;
    }

    @Override
    public synchronized void save(AlertMessage message) {
        messages.put(message.id(), message);
        notifyAll();
    }

    @Override
    public synchronized List<AlertMessage> messages(int limit, Optional<String> before) {
        Map<String, AlertMessage> older =
                before.<Map<String, AlertMessage>>map(messages::headMap).orElse(messages);
        return new TreeMap<>(older)
                .descendingMap().values().stream().limit(limit).toList();
    }

    /** Waits until a message has so many outcomes. */
    synchronized AlertMessage awaitOutcomes(String id, int outcomes) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (true) {
            AlertMessage message = messages.get(id);
            if (message != null && message.deliveries().size() >= outcomes) return message;
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) throw new AssertionError("the message has not " + outcomes + " outcomes: " + message);
            wait(left);
        }
    }

    @Override
    public synchronized void add(Collection<MinuteCount> more) {
        counts.addAll(more);
    }

    @Override
    public synchronized List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        return counts.stream()
                .filter(count ->
                        !count.minute().isBefore(from) && count.minute().isBefore(to))
                .filter(count -> channel.isEmpty() || channel.get().equals(count.channel()))
                .map(count -> new StepSum(count.minute(), count.measure(), count.count()))
                .toList();
    }

    @Override
    public void deleteBefore(Instant before) {
        throw new UnsupportedOperationException("no test needs it");
    }
}
