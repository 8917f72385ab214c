package dev.redrive.server.alerts;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A notification channel whose messages end in a queue. */
final class Mailbox implements Notifier {
    private final BlockingQueue<Alert> alerts = new LinkedBlockingQueue<>();
    private volatile boolean broken;

    void breakDown(boolean down) {
        broken = down;
    }

    @Override
    public String name() {
        return "mailbox";
    }

    @Override
    public void send(Alert alert) throws IOException {
        if (broken) throw new IOException("connection refused");
        alerts.add(alert);
    }

    boolean isEmpty() {
        return alerts.isEmpty();
    }

    Alert next() throws InterruptedException {
        Alert next = alerts.poll(20, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("no message came");
        return next;
    }
}
