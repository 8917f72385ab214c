package dev.redrive.examples.shop;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.guard.Guard;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The shop: four channels, the services behind them, and Redrive around them. What fails in a guard becomes a letter;
 * the handlers bring letters back to the same services.
 */
final class Shop implements AutoCloseable {
    static final String ORDERS = "orders";
    static final String PAYMENTS = "payments";
    static final String INVOICES = "invoices";
    static final String WEBHOOKS = "webhooks";

    /** Much shorter than the built-in delays of seconds to hours, so that a visitor sees letters come back. */
    private static final Exponential QUICK = new Exponential(Duration.ofMillis(200), Duration.ofSeconds(3), 0.3);
    /** An outage may last a while here without using up all retries. */
    private static final int RETRIES = 50;

    private static final TargetOptions.CircuitOptions CIRCUIT =
            new TargetOptions.CircuitOptions(10, 5, 0.5, Duration.ofSeconds(2), 2);

    final Switch schema = new Switch();
    final PaymentService payments = new PaymentService();
    final Partner partner;
    private final Warehouse warehouse = new Warehouse();
    private final InvoiceService invoices = new InvoiceService(schema);
    private final Checkout checkout = new Checkout(schema);
    private final Set<String> openCircuits = ConcurrentHashMap.newKeySet();
    private final Redrive redrive;
    private final Guard orderGuard;
    private final Guard paymentGuard;
    private final Guard invoiceGuard;
    private final Guard webhookGuard;
    private int sales;

    /** Opens the shop on a SQLite file. */
    Shop(Path file, InstantSource clock, Consumer<RedriveEvent> listener) {
        partner = new Partner(clock);
        redrive = Redrive.at("sqlite:" + file)
                .policy(new Policy(Match.any().category(Category.RATE_LIMIT), QUICK, RETRIES, null))
                .policy(new Policy(Match.any().retryability(Retryability.TRANSIENT), QUICK, RETRIES, null))
                .listen(this::hear)
                .listen(listener)
                .open();
        TargetOptions target = TargetOptions.defaults().with(CIRCUIT);
        redrive.handle(ORDERS, letter -> warehouse.reserve(letter.message()), target)
                .handle(PAYMENTS, letter -> payments.charge(letter.message()), target)
                .handle(INVOICES, letter -> invoices.write(letter.message()), target)
                .handle(WEBHOOKS, letter -> partner.hear(letter.message()), target.perSecond(20));
        orderGuard = redrive.guard(ORDERS);
        paymentGuard = redrive.guard(PAYMENTS);
        invoiceGuard = redrive.guard(INVOICES);
        webhookGuard = redrive.guard(WEBHOOKS);
    }

    /** One customer buys something. Whatever fails on the way, the next customer is served. */
    void sell() throws Exception {
        Checkout.Sale sale = checkout.next();
        orderGuard.run(sale.order(), warehouse::reserve);
        paymentGuard.run(sale.payment(), payments::charge);
        invoiceGuard.run(sale.invoice(), invoices::write);
        webhookGuard.run(sale.webhook(), partner::hear);
        sales++;
    }

    private void hear(RedriveEvent event) {
        if (!(event instanceof RedriveEvent.CircuitChanged changed)) return;
        if (changed.to() == RedriveEvent.Circuit.CLOSED) openCircuits.remove(changed.target());
        else openCircuits.add(changed.target());
    }

    /** True while letters of this channel wait, without using up retries, because their target keeps failing. */
    boolean isCircuitOpen(String channel) {
        return openCircuits.contains(channel);
    }

    int sales() {
        return sales;
    }

    Letters letters() {
        return redrive.letters();
    }

    /** Puts all failed letters back into the queue; returns how many. */
    long requeueFailed() {
        Filter failed = Filter.builder().status(LetterStatus.FAILED).build();
        return letters().moveAll(failed, ManualMove.requeue("the shopkeeper")).moved();
    }

    @Override
    public void close() {
        redrive.close();
    }
}
