package dev.redrive.benchmarks.measure;

import java.util.concurrent.atomic.LongAdder;

/** Takes every entry and succeeds. It checks the payload, so that no side can skip reading it. */
public final class Handler {
    private final LongAdder handled = new LongAdder();

    public void handle(String payload) {
        handle(payload.length());
    }

    public void handle(int payloadLength) {
        if (payloadLength == 0) throw new IllegalStateException("an entry came without its payload");
        handled.increment();
    }

    public long handled() {
        return handled.sum();
    }

    /** Waits for threads that hand entries over. */
    public void awaitEntries(long entries, Stopwatch watch) throws InterruptedException {
        while (handled() < entries && !watch.isOver()) Thread.sleep(1);
    }

    /** Fails when an entry was handled twice or marked without being handled: such a rate would be worth nothing. */
    public long checked(long marked) {
        if (marked != handled()) {
            throw new IllegalStateException("handled " + handled() + " entries but marked " + marked + " as done");
        }
        return marked;
    }
}
