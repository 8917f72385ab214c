package dev.redrive.examples.orders;

import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** The payment provider, as far as this example needs one. */
@Component
class PaymentApi {
    final Switch state = new Switch();
    private final List<String> charged = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();

    void charge(Order order) throws ConnectException {
        if (state.isDown()) {
            refused.incrementAndGet();
            throw new ConnectException("payments.example: connection refused");
        }
        charged.add(order.id());
    }

    int refused() {
        return refused.get();
    }

    List<String> charged() {
        return List.copyOf(charged);
    }
}
