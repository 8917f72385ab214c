package dev.redrive.examples.orders;

import dev.redrive.Redrive;
import dev.redrive.guard.Guard;
import dev.redrive.spring.RedriveHandler;
import java.net.SocketTimeoutException;
import org.springframework.stereotype.Component;

/** Confirms orders by mail. A mail that cannot be sent must not hold up the order, so it becomes a letter. */
@Component
class Confirmations {
    private static final String CHANNEL = "confirmations";

    private final Mail mail;
    private final Guard guard;

    Confirmations(Redrive redrive, Mail mail) {
        this.mail = mail;
        this.guard = redrive.guard(CHANNEL);
    }

    void confirm(Order order) {
        String text = "Dear " + order.customer() + ", your order " + order.id() + " is paid.";
        guard.run(text, mail::send);
    }

    /** Redrive calls it when a letter is due. */
    @RedriveHandler(value = CHANNEL, ratePerSecond = 10)
    void sendAgain(String text) throws SocketTimeoutException {
        mail.send(text);
    }
}
