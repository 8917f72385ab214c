package dev.redrive.examples.orders;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** The mail provider, as far as this example needs one. */
@Component
class Mail {
    final Switch state = new Switch();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    void send(String text) throws SocketTimeoutException {
        if (state.isDown()) throw new SocketTimeoutException("mail.example did not answer");
        sent.add(text);
    }

    List<String> sent() {
        return List.copyOf(sent);
    }
}
