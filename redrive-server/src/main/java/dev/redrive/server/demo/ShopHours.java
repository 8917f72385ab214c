package dev.redrive.server.demo;

import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Opens the shop when the server starts, lets a customer in now and then, and closes it with the server. */
@Component
@ConditionalOnProperty("redrive.demo")
final class ShopHours implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(ShopHours.class);
    private static final Duration BETWEEN_SALES = Duration.ofMillis(1200);
    private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(5);

    private final Shop shop;
    private final PastWeek past;
    private final InstantSource clock;
    private @Nullable ScheduledExecutorService till;
    private @Nullable Story story;

    ShopHours(Shop shop, PastWeek past, InstantSource clock) {
        this.shop = shop;
        this.past = past;
        this.clock = clock;
    }

    @Override
    public synchronized void start() {
        if (till != null) return;
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("demo-shop"));
        started.execute(this::open);
        var unused = started.scheduleWithFixedDelay(
                this::tick, BETWEEN_SALES.toMillis(), BETWEEN_SALES.toMillis(), TimeUnit.MILLISECONDS);
        till = started;
    }

    /** The past comes first: its letters must be settled before there are handlers that would try them. */
    void open() {
        try {
            past.fill();
        } catch (RuntimeException e) {
            LOG.warn("the demo goes on without a past: its history could not be written", e);
        }
        shop.open();
        story = new Story(shop, clock.instant());
    }

    /** One step of the story and one customer; a failure costs this customer and no other. */
    void tick() {
        try {
            if (story != null) story.playUntil(clock.instant());
            shop.sell();
        } catch (RuntimeException e) {
            LOG.warn("a sale of the demo could not even be captured: {}", e.toString());
        }
    }

    @Override
    public synchronized void stop() {
        ScheduledExecutorService running = till;
        if (running == null) return;
        till = null;
        running.shutdown();
        try {
            if (!running.awaitTermination(LONGEST_GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) running.shutdownNow();
        } catch (InterruptedException e) {
            running.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return till != null;
    }
}
