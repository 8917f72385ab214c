package dev.redrive.server.demo;

import dev.redrive.letter.Message;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for a remote payment service. While it is down, it refuses connections or does not answer in time. */
final class PaymentService {
    private static final int TIMEOUT_EVERY = 3;

    /** A charge that did not get through. */
    static final class PaymentFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PaymentFailed(String order, Throwable cause) {
            super("order " + order + " could not be charged", cause);
        }
    }

    private final Switch line;
    private final AtomicInteger calls = new AtomicInteger();

    PaymentService(Switch line) {
        this.line = line;
    }

    void charge(Message payment) {
        String order = Fields.text(payment, "orderId");
        try {
            authorize(order);
        } catch (IOException e) {
            throw new PaymentFailed(order, e);
        }
    }

    private void authorize(String order) throws IOException {
        post("/v2/charges/" + order);
    }

    private void post(String path) throws IOException {
        if (!line.isBroken()) return;
        int call = calls.incrementAndGet();
        if (call % TIMEOUT_EVERY == 0)
            throw new SocketTimeoutException("Read timed out after " + (2000 + call % 97) + " ms: POST " + path);
        throw new ConnectException("Connection refused: payments.example:443");
    }
}
