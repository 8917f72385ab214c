package dev.redrive.examples.shop;

import dev.redrive.letter.Message;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for a remote payment service. While it is down, it refuses connections or does not answer in time. */
final class PaymentService {
    private static final int TIMEOUT_EVERY = 3;

    final Switch line = new Switch();
    private final AtomicInteger calls = new AtomicInteger();

    void charge(Message payment) throws IOException {
        post(payment.payload().text());
    }

    private void post(String payment) throws IOException {
        connect(Fields.text(payment, "orderId"));
    }

    private void connect(String order) throws IOException {
        if (!line.isBroken()) return;
        int call = calls.incrementAndGet();
        if (call % TIMEOUT_EVERY == 0)
            throw new SocketTimeoutException("Read timed out after " + (250 + call) + " ms, charging " + order);
        throw new ConnectException("Connection refused: payments.example:443, charging " + order);
    }
}
