package dev.redrive.benchmarks.server;

import dev.redrive.benchmarks.measure.Latencies;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the clients of the server heard in one measure. Everything but 201 is an error, and so is no answer at all. */
final class Answers {
    private static final int CREATED = 201;

    private final LongAdder created = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final Latencies latencies = new Latencies();

    void add(HttpConnection.Answer answer, long nanos) {
        latencies.add(nanos);
        if (answer.status() == CREATED) {
            created.increment();
        } else {
            error("status " + answer.status());
        }
    }

    void none(IOException why) {
        error("no answer: " + why);
    }

    private void error(String kind) {
        errors.computeIfAbsent(kind, first -> new LongAdder()).increment();
    }

    long created() {
        return created.sum();
    }

    long errors() {
        return errors.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** How often each error was heard. */
    Map<String, LongAdder> errorsByKind() {
        return new TreeMap<>(errors);
    }

    /** How long this share of the answers took at most. */
    double millis(double share) {
        return latencies.millis(share);
    }
}
