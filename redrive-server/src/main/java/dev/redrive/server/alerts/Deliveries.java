package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.server.config.AlertSettings.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends messages with every notifier, or with those of a team, retries failed ones and keeps the outcomes. */
final class Deliveries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(threads("timer"));
    private final List<NotifierQueue> queues;
    private final Map<String, List<NotifierQueue>> teamQueues;
    private final AlertLog alertLog;
    private final BiConsumer<String, Severity> sentCounter;
    private final List<Duration> pauses;

    /**
     * Starts the notifiers.
     *
     * @param notifiers of all that no team has notifiers for
     * @param teamNotifiers by the name of the team
     * @param sentCounter counts every delivered message, by notifier and severity
     * @param pauses how long to wait after each try that failed
     */
    Deliveries(
            List<Notifier> notifiers,
            Map<String, List<Notifier>> teamNotifiers,
            AlertLog alertLog,
            BiConsumer<String, Severity> sentCounter,
            List<Duration> pauses) {
        this.queues = queues(notifiers);
        this.teamQueues = new LinkedHashMap<>();
        teamNotifiers.forEach((team, own) -> teamQueues.put(team, queues(own)));
        this.alertLog = alertLog;
        this.sentCounter = sentCounter;
        this.pauses = List.copyOf(pauses);
    }

    private List<NotifierQueue> queues(List<Notifier> notifiers) {
        return notifiers.stream()
                .map(notifier -> new NotifierQueue(notifier, timer))
                .toList();
    }

    private List<NotifierQueue> all() {
        return Stream.concat(queues.stream(), teamQueues.values().stream().flatMap(List::stream))
                .toList();
    }

    static ThreadFactory threads(String name) {
        return DaemonThreads.named("redrive-alerts-" + name);
    }

    List<String> notifierNames() {
        return all().stream().map(NotifierQueue::name).toList();
    }

    /** True when a team has notifiers of its own. */
    boolean isNotified(String team) {
        return teamQueues.containsKey(team);
    }

    Delivery deliver(Alert alert) {
        return new Delivery(alert, queues, pauses);
    }

    /** Delivers by the notifiers of a team that has some. */
    Delivery deliver(Alert alert, String team) {
        return new Delivery(alert, teamQueues.getOrDefault(team, queues), pauses);
    }

    /** Tries each notifier once, for a caller that waits for the outcome. */
    Delivery deliverOnce(Alert alert) {
        return new Delivery(alert, all(), List.of());
    }

    /** The delivery of one message by some notifiers. */
    final class Delivery {
        private final Alert alert;
        private final List<AlertMessage.Delivery> deliveries = new ArrayList<>();
        private final CompletableFuture<Void> ended;

        private Delivery(Alert alert, List<NotifierQueue> by, List<Duration> pauses) {
            this.alert = alert;
            keep();
            ended = CompletableFuture.allOf(by.stream()
                    .map(queue -> queue.send(alert, pauses).thenAccept(this::note))
                    .toArray(CompletableFuture[]::new));
        }

        /** Done when every notifier has delivered or given up. */
        CompletableFuture<Void> ended() {
            return ended;
        }

        /** True when every notifier has given up; false when there are none. */
        synchronized boolean undelivered() {
            return !deliveries.isEmpty() && deliveries.stream().noneMatch(AlertMessage.Delivery::delivered);
        }

        /** The message with the outcomes so far. */
        synchronized AlertMessage message() {
            AlertMessage m = alert.message();
            return new AlertMessage(
                    m.id(), m.rule(), m.channel(), m.severity(), m.kind(), m.text(), m.at(), deliveries);
        }

        private synchronized void note(AlertMessage.Delivery delivery) {
            deliveries.add(delivery);
            if (delivery.delivered()) sentCounter.accept(delivery.way(), alert.severity());
            else
                LOG.warn(
                        "the alert {} could not be delivered by {} after {} tries: {}",
                        alert.message().rule(),
                        delivery.way(),
                        delivery.tries(),
                        delivery.error());
            keep();
        }

        /** The history is not worth losing a message for. */
        private void keep() {
            try {
                alertLog.save(message());
            } catch (RuntimeException e) {
                LOG.warn(
                        "the alert {} is not in the history: {}",
                        alert.message().rule(),
                        e.toString());
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            for (NotifierQueue queue : all()) queue.close(LAST_MOMENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
