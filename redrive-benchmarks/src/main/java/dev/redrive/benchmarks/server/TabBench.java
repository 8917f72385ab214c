package dev.redrive.benchmarks.server;

import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.store.RedriveBench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Captures while many tabs are open beside captures while none is, in turns. */
public final class TabBench {
    private static final double GOAL = 0.9;
    private static final int TABS = 500;
    private static final int CLIENTS = 50;
    private static final int TURNS = 3;
    private static final String NONE = "server on SQLite: POST /dlq, " + CLIENTS + " clients, no tab";
    private static final String MANY = "server on SQLite: POST /dlq, " + CLIENTS + " clients, " + TABS + " tabs";

    private final RedriveBench.Fresh store;
    private final Rates rates;
    private final Workspace workspace;

    public TabBench(RedriveBench.Fresh store, Rates rates, Workspace workspace) {
        this.store = store;
        this.rates = rates;
        this.workspace = workspace;
    }

    /** What was captured, in how much time, and the server's processor time in microseconds. */
    private record Turns(long letters, double seconds, long micros) {
        static final Turns NONE = new Turns(0, 0, 0);

        Turns plus(Turns other) {
            return new Turns(letters + other.letters, seconds + other.seconds, micros + other.micros);
        }

        double rate() {
            return letters / seconds;
        }

        double microsPerLetter() {
            return (double) micros / Math.max(1, letters);
        }
    }

    public void run() throws Exception {
        try (PackagedServer server = PageBench.start(PackagedServer.jar(), store, workspace)) {
            ServerClients clients = new ServerClients(CLIENTS, server);
            rates.warmUp(watch -> clients.capture(watch, new Answers()));
            Turns none = Turns.NONE;
            Turns many = Turns.NONE;
            long changes = 0;
            long bytes = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                none = none.plus(capture(NONE, Optional.empty(), server, clients));
                List<Tab> tabs = open(server);
                many = many.plus(capture(MANY, Optional.of(NONE), server, clients));
                changes += tabs.stream().mapToLong(Tab::changes).sum();
                bytes += tabs.stream().mapToLong(Tab::bytes).sum();
                tabs.forEach(Tab::leave);
                for (Tab tab : tabs) tab.awaitEnd();
            }
            report(none, many);
            rates.figure(Part.PAGES, "changes that each tab was told", (double) changes / TABS, "");
            rates.figure(Part.PAGES, "bytes that each tab got", bytes / (double) TABS / 1024, "KB");
            if (changes == 0) throw new IllegalStateException("no tab was told of any change");
        }
    }

    private static List<Tab> open(PackagedServer server) throws IOException {
        List<Tab> tabs = new ArrayList<>(TABS);
        for (int i = 0; i < TABS; i++) tabs.add(Tab.open(server, i));
        return tabs;
    }

    private Turns capture(String name, Optional<String> limit, PackagedServer server, ServerClients clients)
            throws Exception {
        Answers answers = new Answers();
        long before = server.spent();
        long began = System.nanoTime();
        double rate = limit.isPresent()
                ? rates.rateUnderLoad(Part.PAGES, name, limit.get(), watch -> clients.capture(watch, answers))
                : rates.limitUnderLoad(Part.PAGES, name, watch -> clients.capture(watch, answers));
        if (answers.errors() > 0) throw new IOException(name + ": " + answers.errorsByKind() + " at " + rate + "/s");
        return new Turns(answers.created(), (System.nanoTime() - began) / 1e9, server.spent() - before);
    }

    private void report(Turns none, Turns many) throws IOException {
        rates.figure(Part.PAGES, "processor time of the server for a letter, no tab", none.microsPerLetter(), "us");
        rates.figure(
                Part.PAGES,
                "processor time of the server for a letter, " + TABS + " tabs",
                many.microsPerLetter(),
                "us");
        rates.figure(
                Part.PAGES,
                "captures with " + TABS + " tabs, by rate",
                many.rate() / none.rate(),
                "of those without (goal " + GOAL + ")");
        rates.figure(
                Part.PAGES,
                "captures with " + TABS + " tabs, by processor time of the server",
                none.microsPerLetter() / many.microsPerLetter(),
                "of those without (goal " + GOAL + ")");
    }
}
