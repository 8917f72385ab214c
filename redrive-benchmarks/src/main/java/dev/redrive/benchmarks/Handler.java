package dev.redrive.benchmarks;

import java.util.concurrent.atomic.LongAdder;

/** Takes every entry and succeeds. It checks the payload, so that no side can skip reading it. */
final class Handler {
    private final LongAdder handled = new LongAdder();

    void handle(String payload) {
        handle(payload.length());
    }

    void handle(int payloadLength) {
        if (payloadLength == 0) throw new IllegalStateException("an entry came without its payload");
        handled.increment();
    }

    long handled() {
        return handled.sum();
    }

    /** Waits for threads that hand entries over. */
    void awaitEntries(long entries, Stopwatch watch) throws InterruptedException {
        while (handled() < entries && !watch.isOver()) Thread.sleep(1);
    }

    /** Fails when an entry was handled twice or marked without being handled: such a rate would be worth nothing. */
    long checked(long marked) {
        if (marked != handled()) {
            throw new IllegalStateException("handled " + handled() + " entries but marked " + marked + " as done");
        }
        return marked;
    }
}
