package dev.redrive.endtoend.mongo;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Clients that capture batches until the server goes away or the test says so, and remember what was acknowledged. */
final class CapturingClients {
    private static final int CLIENTS = 3;
    private static final int MOST = 12;
    /** They wait for the target, so that letters are captured and sent at the same time. */
    private static final int AHEAD = 150;

    private final AtomicInteger batches = new AtomicInteger();
    private final AtomicInteger acknowledgedLetters = new AtomicInteger();
    /** How many letters each batch has that was sent. */
    private final Map<String, Integer> sent = new ConcurrentHashMap<>();
    /** The ids of each batch that was acknowledged. */
    private final Map<String, List<String>> acknowledged = new ConcurrentHashMap<>();

    private final List<Thread> running = new ArrayList<>();
    private volatile boolean goesOn;
    private volatile Semaphore room = new Semaphore(AHEAD);

    Map<String, Integer> sent() {
        return sent;
    }

    Map<String, List<String>> acknowledged() {
        return acknowledged;
    }

    int acknowledgedLetters() {
        return acknowledgedLetters.get();
    }

    /** A letter has come to the target for the first time. */
    void delivered() {
        room.release();
    }

    /** They capture some more letters, although none are delivered. */
    void goAhead() {
        room.release(AHEAD);
    }

    void start(Api api, Random random) {
        goesOn = true;
        room = new Semaphore(AHEAD);
        for (int i = 0; i < CLIENTS; i++) {
            Random sizes = new Random(random.nextLong());
            Thread client = new Thread(() -> capture(api, sizes), "client-" + i);
            running.add(client);
            client.start();
        }
    }

    /** Returns when they have their last answers. */
    void stop() throws InterruptedException {
        goesOn = false;
        for (Thread client : running) client.join();
        running.clear();
    }

    private void capture(Api api, Random sizes) {
        try {
            while (goesOn) {
                int size = 1 + sizes.nextInt(MOST);
                if (room.tryAcquire(size, 100, TimeUnit.MILLISECONDS)) capture(api, size);
            }
        } catch (UncheckedIOException killed) {
            // Nobody knows whether the last batch is captured.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void capture(Api api, int size) {
        String batch = "b" + batches.incrementAndGet();
        sent.put(batch, size);
        Answer answer = api.post(
                "/dlq",
                IntStream.range(0, size)
                        .mapToObj(
                                n -> "{\"channel\":\"orders\",\"payload\":\"%s/%d\",".formatted(batch, n)
                                        + "\"error\":{\"type\":\"java.net.ConnectException\",\"message\":\"Connection refused\"}}")
                        .collect(Collectors.joining(",", "[", "]")));
        if (answer.status() != 201) return;
        List<String> ids = new ArrayList<>();
        answer.json().path("ids").forEach(id -> ids.add(id.asString()));
        acknowledged.put(batch, ids);
        acknowledgedLetters.addAndGet(size);
    }
}
