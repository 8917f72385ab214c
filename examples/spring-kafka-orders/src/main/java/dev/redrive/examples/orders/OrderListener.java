package dev.redrive.examples.orders;

import java.net.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Takes orders. It knows nothing of dead letters: what it throws says what becomes of the record.
 *
 * <ul>
 *   <li>The payment API is down: tried again in place; when everything fails, the listener is paused until it works again.
 *   <li>The record is no order: it never gets here, and goes to {@code orders.dlq} byte for byte.
 *   <li>The order breaks a rule: it goes to {@code orders.dlq} at once.
 * </ul>
 */
@Component
class OrderListener {
    private static final Logger LOG = LoggerFactory.getLogger(OrderListener.class);

    private final PaymentApi payments;
    private final Confirmations confirmations;

    OrderListener(PaymentApi payments, Confirmations confirmations) {
        this.payments = payments;
        this.confirmations = confirmations;
    }

    @KafkaListener(id = "orders", topics = "orders", idIsGroup = false)
    void take(Order order) throws ConnectException {
        if (order.cents() <= 0) throw new OrderRefused("an order must cost something, was " + order.cents() + " cents");
        payments.charge(order);
        LOG.info("order {} is paid", order.id());
        confirmations.confirm(order);
    }
}
