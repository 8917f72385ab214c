package dev.redrive.benchmarks.measure;

import dev.redrive.benchmarks.machine.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Times works and reports them beside a limit of the same run. */
public final class Rates {
    /** Does entries until all are done or the watch is over, and returns how many it did. */
    public interface Work {
        long run(Stopwatch watch) throws Exception;
    }

    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final int MOST_CALLS = 500;
    private static final int WARM_UP_CALLS = 20;

    private final Options options;
    private final Report report;
    private final Optional<PostgresServer> server;
    /** Whose processor time is counted beside this process's own. */
    private final Optional<ProcessHandle> process;

    private boolean isWarm;

    private Rates(Options options, Report report, Optional<PostgresServer> server, Optional<ProcessHandle> process) {
        this.options = options;
        this.report = report;
        this.server = server;
        this.process = process;
    }

    public static Rates on(PostgresServer server, Options options, Report report) throws IOException {
        return new Rates(options, report, Optional.of(server), Optional.of(server.process()));
    }

    public static Rates withoutServer(Options options, Report report) {
        return beside(Optional.empty(), options, report);
    }

    /** With another server, when its process is on this machine. */
    public static Rates beside(Optional<ProcessHandle> process, Options options, Report report) {
        return new Rates(options, report, Optional.empty(), process);
    }

    /** How many entries a full work has. */
    public int entries() {
        return options.entries();
    }

    /** How long a snapshot is held, or the clients of the server send. */
    public Duration load() {
        return options.load();
    }

    public boolean quick() {
        return options.quick();
    }

    /** Runs a work before it counts, so that its code is compiled. A quick run goes without, and so do later rounds. */
    public void warmUp(Work work) throws Exception {
        if (wantsWarmUp()) work.run(new Stopwatch(WARM_UP));
    }

    public boolean wantsWarmUp() {
        return !quick() && !isWarm;
    }

    /** From now on everything is compiled. */
    public void warm() {
        isWarm = true;
    }

    /** A measure that others are compared with by its name. */
    public double limit(Part part, String name, Work work) throws Exception {
        return report(part, name, Optional.empty(), options.cap(), work);
    }

    public double rate(Part part, String name, String limit, Work work) throws Exception {
        return report(part, name, Optional.of(limit), options.cap(), work);
    }

    /** A measure that others are compared with, for as long as the clients of the server send. */
    public double limitUnderLoad(Part part, String name, Work work) throws Exception {
        return report(part, name, Optional.empty(), options.load(), work);
    }

    /** The same beside a limit. */
    public double rateUnderLoad(Part part, String name, String limit, Work work) throws Exception {
        return report(part, name, Optional.of(limit), options.load(), work);
    }

    /** Milliseconds of a query, half of the calls at most and nearly all at most; returns the latter. */
    public double latency(Part part, String name, Callable<?> query) throws Exception {
        return latency(part, name, query, result -> {});
    }

    /** The same, with something to undo after each call that does not count. */
    public <T> double latency(Part part, String name, Callable<T> query, Consumer<T> undo) throws Exception {
        for (int i = 0; i < WARM_UP_CALLS; i++) undo.accept(query.call());
        settle();
        List<Double> millis = callAgainAndAgain(query, undo, new Stopwatch(options.cap()));
        figure(part, name, millis.get(millis.size() / 2), "ms p50");
        double p99 = millis.get(millis.size() * 99 / 100);
        figure(part, name, p99, "ms p99");
        return p99;
    }

    private static <T> List<Double> callAgainAndAgain(Callable<T> query, Consumer<T> undo, Stopwatch watch)
            throws Exception {
        List<Double> millis = new ArrayList<>();
        do {
            long started = System.nanoTime();
            T result = query.call();
            millis.add((System.nanoTime() - started) / 1e6);
            undo.accept(result);
        } while (!watch.isOver() && millis.size() < MOST_CALLS);
        Collections.sort(millis);
        return millis;
    }

    /** A figure that is no rate, such as bytes of heap. */
    public void figure(Part part, String name, double value, String unit) throws IOException {
        report.figure(part, name, value, unit);
    }

    /** Says when a library handled entries that it did not get to mark, or handled some twice. */
    public void compare(String library, long handled, long finished) {
        if (handled != finished) report.note(library + " handled " + handled + " entries but finished " + finished);
    }

    /** Says what no number tells. */
    public void note(String text) {
        report.note(text);
    }

    private double report(Part part, String name, Optional<String> limit, Duration time, Work work) throws Exception {
        return rate(part, name, limit, measure(time, work));
    }

    private Measure measure(Duration time, Work work) throws Exception {
        settle();
        Spent before = Spent.untilNow(process);
        Stopwatch watch = new Stopwatch(time);
        long entries = work.run(watch);
        double seconds = watch.seconds();
        if (server.isPresent()) Thread.sleep(50); // until the server has counted the processes that ended
        return new Measure(entries, seconds, Spent.untilNow(process).since(before));
    }

    /** What was done in a time in which endless works run, such as an engine and capturing threads. */
    public Measure during(Duration time, LongSupplier done) throws IOException, InterruptedException {
        Spent before = Spent.untilNow(process);
        long doneBefore = done.getAsLong();
        long began = System.nanoTime();
        Thread.sleep(time.toMillis());
        long entries = done.getAsLong() - doneBefore;
        return new Measure(
                entries,
                (System.nanoTime() - began) / 1e9,
                Spent.untilNow(process).since(before));
    }

    /** A measure of something short, of which many are added up. */
    public Measure measured(LongSupplier work) throws IOException {
        Spent before = Spent.untilNow(process);
        long began = System.nanoTime();
        long entries = work.getAsLong();
        return new Measure(
                entries,
                (System.nanoTime() - began) / 1e9,
                Spent.untilNow(process).since(before));
    }

    /** Reports a measure that was taken elsewhere. */
    public double rate(Part part, String name, Optional<String> limit, Measure measure) throws IOException {
        report.rate(part, name, limit, measure);
        return measure.rate();
    }

    private void settle() throws SQLException {
        if (server.isPresent()) server.get().checkpoint();
        System.gc();
    }
}
