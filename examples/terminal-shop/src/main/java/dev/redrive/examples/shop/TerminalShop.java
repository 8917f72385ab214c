package dev.redrive.examples.shop;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.cause.Cause;
import dev.redrive.classify.Rule;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.guard.Guard;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A shop with an embedded dead letter queue. Its payments fail during an outage, its invoices because of a bug, and its stock
 * movements must keep their order.
 *
 * <p>Run it after {@code mvn package -DskipTests}, in this folder:
 * {@code java -cp target/classes:$(cat target/classpath.txt) dev.redrive.examples.shop.TerminalShop}
 */
final class TerminalShop implements AutoCloseable {
    static final String PAYMENTS = "payments";
    static final String INVOICES = "invoices";
    static final String STOCK = "stock";

    /** No built-in rule knows this exception, so its letters would wait for a decision. */
    static final class UnknownCurrency extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownCurrency(String invoice) {
            super("no exchange rate for " + invoice);
        }
    }

    volatile boolean isNetworkUp = true;
    final List<String> currencies = new CopyOnWriteArrayList<>(List.of("EUR"));
    final List<String> stockMovements = new CopyOnWriteArrayList<>();

    final Redrive redrive;
    private final Guard payments;
    private final Guard invoices;
    private final BlockingQueue<RedriveEvent> events = new LinkedBlockingQueue<>();
    private final Consumer<String> screen;

    /** Opens the queue, registers the handlers, which starts the engine, and creates the guards once. */
    TerminalShop(Path file, Consumer<String> screen) {
        this.screen = screen;
        Exponential quick = new Exponential(Duration.ofMillis(100), Duration.ofSeconds(1), 0.3);
        redrive = Redrive.at("sqlite:" + file)
                .classify(Rule.to(Category.VALIDATION).errorType("UnknownCurrency")) // permanent: fails without retries
                .policy(Policy.of(Match.any().retryability(Retryability.TRANSIENT), quick)
                        .withMaxRetries(50))
                .ordered(STOCK) // letters with the same key go back one after the other
                .listen(events::add)
                .open();
        redrive.handle(
                        PAYMENTS,
                        letter -> charge(letter.message()),
                        TargetOptions.defaults().perSecond(50))
                .handle(INVOICES, letter -> write(letter.message()))
                .handle(STOCK, letter -> book(letter.message()));
        payments = redrive.guard(PAYMENTS).retryingInline(1).pausing(Duration.ofMillis(10), Duration.ofMillis(10));
        invoices = redrive.guard(INVOICES);
    }

    // What the shop does

    void charge(Message payment) throws ConnectException {
        if (!isNetworkUp) throw new ConnectException("Connection refused: payments.example:443");
    }

    void write(Message invoice) {
        String text = invoice.payload().text();
        if (currencies.stream().noneMatch(text::contains)) throw new UnknownCurrency(text);
    }

    void book(Message movement) throws ConnectException {
        if (!isNetworkUp) throw new ConnectException("Connection refused: stock.example:5432");
        stockMovements.add(movement.payload().text());
    }

    /** A guard returns normally whether the message was processed or captured, so the next one can follow. */
    void sell(int order, String currency) {
        payments.run(message("payment-" + order, "order " + order), this::charge);
        invoices.run(message("invoice-" + order, "order " + order + " in " + currency), this::write);
    }

    /** Without a guard: the application catches the exception itself. */
    void moveStock(String sku, int pieces) {
        Message movement = message(sku + "/" + pieces, sku + " " + pieces).withKey(sku);
        try {
            book(movement);
        } catch (ConnectException e) {
            redrive.capture(FailedMessage.of(STOCK, movement, e).tagged("stocktaking"));
        }
    }

    private static Message message(String id, String text) {
        return Message.of(text).with(OriginalEvent.of(id, "shop"));
    }

    // What happens to it

    /** During an outage letters wait; afterwards the engine delivers them by itself. */
    void outage() throws InterruptedException {
        isNetworkUp = false;
        for (int order = 1; order <= 3; order++) sell(order, "EUR");
        for (int pieces = 1; pieces <= 3; pieces++) moveStock("TEA-100", pieces);
        for (Cause cause : redrive.letters().causes(CauseQuery.top(10)))
            screen.accept(cause.counts().open() + " letters wait because of " + cause.title());

        isNetworkUp = true;
        await(() -> open(PAYMENTS) + open(STOCK) == 0);
        screen.accept("the network is back, stock was moved in order: " + stockMovements);
    }

    /** Retries cannot help against a bug. After the fix one letter is retried by hand and a replay delivers the others. */
    void bug() throws InterruptedException {
        for (int order = 4; order <= 8; order++) sell(order, "CHF");
        Filter failed =
                Filter.builder().channel(INVOICES).status(LetterStatus.FAILED).build();
        List<Summary> found = redrive.letters().search(Query.newest(failed, 50)).items();
        found.forEach(letter -> screen.accept(letter.eventId() + " failed: " + letter.errorMessage()));

        currencies.add("CHF");
        RetryResult first = redrive.letters().retry(found.get(0).id(), "ada");
        if (!(first instanceof RetryResult.Tried tried && tried.status() == LetterStatus.RESOLVED))
            throw new IllegalStateException("the fix does not help: " + first);

        Replay replay = redrive.replays()
                .plan(PlanRequest.of(Selection.ByFilter.oldestFirst(failed))
                        .with(Brakes.defaults().perSecond(50.0)));
        redrive.replays().command(replay.id(), ReplayState.Command.START, "ada");
        await(() -> redrive.replays().find(replay.id()).orElseThrow().state().isEnded());
        screen.accept("1 invoice retried by hand, " + replay.plan().count() + " replayed");
    }

    private long open(String channel) {
        return redrive.letters()
                .tallies()
                .byChannel()
                .getOrDefault(channel, StatusCounts.none())
                .open();
    }

    /** Checks again after each event. */
    private void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) events.poll(1, TimeUnit.SECONDS);
    }

    /** Waits for attempts that are running and closes the store; what is still open is there at the next start. */
    @Override
    public void close() {
        redrive.close();
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("redrive-shop").resolve("shop.db");
        Consumer<String> screen = System.out::println;
        try (TerminalShop shop = new TerminalShop(file, screen)) {
            shop.outage();
            shop.bug();
        }
        screen.accept("the letters are in " + file);
    }
}
