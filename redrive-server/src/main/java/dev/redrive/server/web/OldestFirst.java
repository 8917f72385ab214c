package dev.redrive.server.web;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Gives a few at a time their turn; of those that wait, the oldest is next, however often it had its turn before. */
final class OldestFirst {
    private record Waiter(long ticket, CountDownLatch turn) {}

    private final AtomicLong tickets = new AtomicLong();
    private final PriorityQueue<Waiter> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiter::ticket));
    private int free;

    OldestFirst(int atOnce) {
        this.free = atOnce;
    }

    /** The age of one that is going to ask for turns: later tickets come after it. */
    long ticket() {
        return tickets.getAndIncrement();
    }

    /** Waits for a turn; each is followed by {@link #end}. */
    void await(long ticket) throws InterruptedException {
        Waiter waiter = new Waiter(ticket, new CountDownLatch(1));
        synchronized (this) {
            if (free > 0) {
                free--;
                return;
            }
            waiting.add(waiter);
        }
        try {
            waiter.turn().await();
        } catch (InterruptedException e) {
            if (!leave(waiter)) end();
            throw e;
        }
    }

    /** False when it was its turn already. */
    private synchronized boolean leave(Waiter waiter) {
        return waiting.remove(waiter);
    }

    synchronized void end() {
        Waiter next = waiting.poll();
        if (next == null) free++;
        else next.turn().countDown();
    }

    synchronized int waiting() {
        return waiting.size();
    }
}
