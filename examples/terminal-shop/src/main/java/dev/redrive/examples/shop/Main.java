package dev.redrive.examples.shop;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Opens the shop in the terminal and runs it until the visitor has seen enough. */
final class Main {
    private static final Duration BETWEEN_SALES = Duration.ofMillis(250);
    private static final Duration STOP = Duration.ofSeconds(30);

    private final Options options;
    private final PrintStream out;
    private final InstantSource clock = InstantSource.system();
    private final Keyboard keyboard;

    private Main(Options options, PrintStream out, Keyboard keyboard) {
        this.options = options;
        this.out = out;
        this.keyboard = keyboard;
    }

    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = Options.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\nusage: " + Options.USAGE);
            System.exit(2);
            return;
        }
        Keyboard keyboard = Keyboard.on(System.in);
        endOnInterrupt(Thread.currentThread(), keyboard);
        new Main(options, new PrintStream(System.out, true, charset()), keyboard).run();
    }

    private static Charset charset() {
        String console = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return console == null ? Charset.defaultCharset() : Charset.forName(console);
    }

    /** Ctrl-C presses q and waits until the shop is closed. */
    private static void endOnInterrupt(Thread shop, Keyboard keyboard) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            keyboard.press(Command.QUIT);
            try {
                shop.join(STOP.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private void run() throws Exception {
        Path file = Files.createTempDirectory("redrive-shop").resolve("shop.db");
        Screen screen = options.quiet() ? new Screen.Dark() : Screen.on(out, System.getenv());
        if (!options.quiet()) out.println("A small shop on " + file + ". Keys: " + Screen.KEYS);
        try (Shop shop = new Shop(file, clock, event -> {})) {
            Report report = new Report(shop, clock);
            open(shop, screen, report);
            out.println();
            out.println(report.summary());
        }
        out.println("The letters are in " + file + " (SQLite). Read on in README.md and docs/state-machine.md.");
    }

    private void open(Shop shop, Screen screen, Report report) throws Exception {
        Story story = new Story(shop, !Screen.isTerminal());
        long start = System.nanoTime();
        long nextSale = start;
        int drawn = -1;
        while (true) {
            int second = (int) Duration.ofNanos(System.nanoTime() - start).toSeconds();
            if (options.until().isPresent() && second >= options.until().get().toSeconds()) return;
            story.playUntil(second).ifPresent(news -> screen.tell(second, news));
            if (System.nanoTime() - nextSale >= 0) {
                shop.sell();
                nextSale += BETWEEN_SALES.toNanos();
            }
            if (second > drawn) {
                screen.draw(second, report);
                drawn = second;
            }
            Duration pause = Duration.ofNanos(Math.max(1_000_000, nextSale - System.nanoTime()));
            Optional<Command> command = keyboard.next(pause);
            if (command.isPresent() && command.get() == Command.QUIT) return;
            command.ifPresent(c -> screen.tell(second, obey(c, shop)));
        }
    }

    private static String obey(Command command, Shop shop) {
        return switch (command) {
            case PAYMENTS -> flip(shop.payments.line, "the payment service is down", "the payment service is up");
            case SCHEMA ->
                flip(
                        shop.schema,
                        "invoices come with a wrong field",
                        "invoices are right, and the wrong ones can be read");
            case WEBHOOKS ->
                flip(shop.partner.limit, "the partner takes one webhook a second", "the partner has no limit");
            case REQUEUE -> shop.requeueFailed() + " failed letters requeued";
            case QUIT -> "";
        };
    }

    private static String flip(Switch what, String broken, String repaired) {
        what.flip();
        return what.isBroken() ? broken : repaired;
    }
}
