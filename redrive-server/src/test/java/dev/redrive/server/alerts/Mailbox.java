package dev.redrive.server.alerts;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A way to people that ends in a queue. */
final class Mailbox implements Notifier {
    private final BlockingQueue<Alert> alerts = new LinkedBlockingQueue<>();

    @Override
    public String way() {
        return "mailbox";
    }

    @Override
    public void send(Alert alert) {
        alerts.add(alert);
    }

    Alert next() throws InterruptedException {
        Alert next = alerts.poll(20, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("no message came");
        return next;
    }
}
