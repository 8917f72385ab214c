package dev.redrive.server.demo;

import dev.redrive.Redrive;
import dev.redrive.engine.Handler;
import dev.redrive.engine.TargetOptions;
import dev.redrive.guard.Guard;
import dev.redrive.guard.GuardResult;
import dev.redrive.guard.Step;
import dev.redrive.letter.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shop: four channels and the services behind them. What fails in a guard becomes a letter; the handlers bring letters back
 * to the same services.
 */
final class Shop {
    private static final long SEED = 7;
    /** Slow enough to watch the letters drain. */
    private static final double PER_SECOND = 12;

    private static final TargetOptions TARGET = TargetOptions.defaults()
            .with(new TargetOptions.CircuitOptions(10, 5, 0.5, Duration.ofSeconds(3), 2))
            .perSecond(PER_SECOND);

    private final InstantSource clock;
    private final Redrive redrive;
    private final Checkout checkout = new Checkout(SEED);
    private final AtomicLong sales = new AtomicLong();
    private final Map<Part, Counter> counters = new EnumMap<>(Part.class);

    /** A part at work: its switch, its service, the guard around it and what it counted. */
    private record Counter(Switch broken, Step<Message> service, Guard guard, AtomicLong done, AtomicLong caught) {}

    Shop(Redrive redrive, InstantSource clock) {
        this.redrive = redrive;
        this.clock = clock;
        for (Part part : Part.values()) {
            Switch broken = new Switch(clock);
            counters.put(
                    part,
                    new Counter(
                            broken,
                            service(part, broken, clock),
                            redrive.guard(part.channel()),
                            new AtomicLong(),
                            new AtomicLong()));
        }
    }

    static Step<Message> service(Part part, Switch broken, InstantSource clock) {
        return switch (part) {
            case PAYMENTS -> new PaymentService(broken)::charge;
            case INVOICES -> new InvoiceService(broken)::write;
            case PARTNER -> new Partner(broken, clock)::receive;
            case WAREHOUSE -> new Warehouse(broken)::reserve;
        };
    }

    /** From now on letters go back to the services. */
    void open() {
        counters.forEach((part, counter) -> {
            Handler handler = letter -> counter.service().process(letter.message());
            redrive.handle(part.channel(), handler, TARGET);
        });
    }

    /** One customer buys something. Whatever fails on the way, the next customer is served. */
    void sell() {
        Sale sale = checkout.next(clock.instant());
        counters.forEach((part, counter) -> {
            GuardResult outcome = counter.guard().run(sale.of(part), counter.service());
            (outcome instanceof GuardResult.Processed ? counter.done() : counter.caught()).incrementAndGet();
        });
        sales.incrementAndGet();
    }

    void breakPart(Part part) {
        counter(part).broken().breakIt();
    }

    void repair(Part part) {
        counter(part).broken().repair();
    }

    boolean isBroken(Part part) {
        return counter(part).broken().isBroken();
    }

    Optional<Instant> brokenSince(Part part) {
        return counter(part).broken().brokenSince();
    }

    long sales() {
        return sales.get();
    }

    /** Messages that went through at once. */
    long processed(Part part) {
        return counter(part).done().get();
    }

    /** Messages that became letters. */
    long captured(Part part) {
        return counter(part).caught().get();
    }

    private Counter counter(Part part) {
        Counter counter = counters.get(part);
        if (counter == null) throw new IllegalArgumentException("the shop has no " + part);
        return counter;
    }
}
