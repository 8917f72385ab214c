package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.Stores;
import dev.redrive.benchmarks.measure.Measure;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.Message;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Capture with two attributes beside capture without, in turns, and looking letters up by them afterwards. The two are compared by
 * processor time, the program's and the database's together, which others on the machine change little.
 */
public final class AttributeBench {
    private static final double GOAL = 0.9;
    private static final int BATCH = 1_000;
    private static final int BATCHES_A_TURN = 5;
    private static final int WARM_UP = 60_000;
    private static final int EARLY = 100_000;
    private static final int PAGE = 50;

    private final String name;
    private final RedriveBench stores;
    private final Rates rates;

    public AttributeBench(String database, RedriveBench stores, Rates rates) {
        this.name = "Redrive on " + database;
        this.stores = stores;
        this.rates = rates;
    }

    /** What both were measured to do so far. */
    private record Both(Measure with, Measure without) {
        double ratio() {
            return microsPerEntry(without) / microsPerEntry(with);
        }

        static double microsPerEntry(Measure measure) {
            return measure.jvmMicrosPerEntry() + measure.serverMicrosPerEntry();
        }
    }

    public void run() throws Exception {
        if (!rates.quick()) {
            try (RedriveBench.Fresh with = stores.fresh();
                    RedriveBench.Fresh without = stores.fresh()) {
                Both unused = capture(with, without, WARM_UP);
            }
        }
        try (RedriveBench.Fresh with = stores.fresh();
                RedriveBench.Fresh without = stores.fresh()) {
            report("", capture(with, without, rates.entries()));
            lookUp(with);
        }
    }

    private Both capture(RedriveBench.Fresh with, RedriveBench.Fresh without, int letters) throws Exception {
        for (RedriveBench.Fresh store : List.of(with, without)) captureOne(store, letters);
        try (Redrive kept = RedriveBench.dueAtOnce(with.url())
                        .searchBy(RedriveBench.ATTRIBUTES)
                        .open();
                Redrive plain = RedriveBench.dueAtOnce(without.url()).open()) {
            awaitSearchable(kept);
            Optional<Both> both = Optional.empty();
            boolean first = true;
            for (int from = 0; from < letters; from += BATCH * BATCHES_A_TURN) {
                List<List<FailedMessage>> batches = batches(from, letters);
                Measure early = first ? capture(kept, batches) : capture(plain, batches);
                Measure late = first ? capture(plain, batches) : capture(kept, batches);
                Both turn = first ? new Both(early, late) : new Both(late, early);
                both = Optional.of(both.map(before -> sum(before, turn)).orElse(turn));
                first = !first;
                if (letters > EARLY && both.get().with().entries() == EARLY) report(" of the first 100000", both.get());
            }
            return both.orElseThrow();
        }
    }

    /** Not one of those that are captured later. */
    private static void captureOne(RedriveBench.Fresh store, int number) {
        try (Redrive redrive = RedriveBench.dueAtOnce(store.url()).open()) {
            redrive.captureAll(RedriveBench.batch(number, number + 1));
        }
    }

    /** The background looks at all letters that are there some seconds after the paths were chosen, and would at those of the first turns. */
    private static void awaitSearchable(Redrive redrive) throws InterruptedException {
        while (!redrive.letters().attributes().isComplete()) Thread.sleep(100);
    }

    private static Both sum(Both before, Both turn) {
        return new Both(before.with().plus(turn.with()), before.without().plus(turn.without()));
    }

    /** Made before the clock starts. */
    private static List<List<FailedMessage>> batches(int from, int letters) {
        List<List<FailedMessage>> batches = new ArrayList<>();
        for (int i = from; i < Math.min(letters, from + BATCH * BATCHES_A_TURN); i += BATCH)
            batches.add(RedriveBench.batch(i, Math.min(letters, i + BATCH)));
        return batches;
    }

    private Measure capture(Redrive redrive, List<List<FailedMessage>> batches) throws IOException {
        return rates.measured(() -> {
            batches.forEach(redrive::captureAll);
            return batches.stream().mapToLong(List::size).sum();
        });
    }

    private void report(String which, Both both) throws IOException {
        String plain = name + ": captures" + which + ", in turns with those with attributes";
        rates.rate(Part.ATTRIBUTES, plain, Optional.empty(), both.without());
        rates.rate(
                Part.ATTRIBUTES, name + ": captures" + which + " with two attributes", Optional.of(plain), both.with());
        rates.figure(
                Part.ATTRIBUTES,
                name + ": captures" + which + " with two attributes, by processor time",
                both.ratio(),
                "of those without (goal " + GOAL + ")");
    }

    // Looking up

    /** Another value with each call. */
    private void lookUp(RedriveBench.Fresh full) throws Exception {
        try (DeadLetterStore store = Stores.open(full.url())) {
            AtomicInteger seed = new AtomicInteger();
            for (String attribute : List.of("order", "customer"))
                rates.latency(
                        Part.ATTRIBUTES,
                        name + " with " + rates.entries() + " letters: letters of one " + attribute,
                        () -> store.search(
                                Query.newest(ofAnyLetter(attribute, new Random(seed.getAndIncrement())), PAGE)));
        }
    }

    private Filter ofAnyLetter(String attribute, Random random) {
        Message message = Message.of(Samples.of(random.nextInt(rates.entries())).event());
        String value = RedriveBench.ATTRIBUTES.in(message).stream()
                .filter(found -> found.name().equals(attribute))
                .map(Attribute::value)
                .findFirst()
                .orElseThrow();
        return Filter.builder().attribute(attribute, value).build();
    }
}
