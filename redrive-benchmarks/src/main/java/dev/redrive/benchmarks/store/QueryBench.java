package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.Stores;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** The queries of the pages, and the claim, in a store of ten thousand letters and in one of a million. */
final class QueryBench {
    private static final int SMALL = 10_000;
    private static final int LARGE = 1_000_000;
    private static final int LARGE_QUICK = 20_000;
    private static final int PAGE = 50;
    private static final int WARM_UP_CALLS = 300;

    private final Rates rates;
    private final String name;
    private final Part part;

    QueryBench(Rates rates, String name, Part part) {
        this.rates = rates;
        this.name = name;
        this.part = part;
    }

    void run(String smallUrl, String largeUrl) throws Exception {
        int letters = rates.quick() ? LARGE_QUICK : LARGE;
        MixedLetters.fill(Redrive.at(smallUrl).withoutJournal(), SMALL, () -> {});
        MixedLetters.fill(Redrive.at(largeUrl).withoutJournal(), letters, () -> {});
        if (!rates.quick()) warmUp(smallUrl);
        Map<String, Double> small = measure(smallUrl, SMALL);
        Map<String, Double> large = measure(largeUrl, letters);
        for (Map.Entry<String, Double> one : large.entrySet()) {
            double before = small.getOrDefault(one.getKey(), 0.0);
            rates.figure(part, name + ": " + one.getKey() + ", large beside small", one.getValue() / before, "x p99");
        }
    }

    /** The small store is measured first and must not pay for the compiler. */
    private static void warmUp(String url) throws Exception {
        try (DeadLetterStore store = Stores.open(url)) {
            for (int i = 0; i < WARM_UP_CALLS; i++) {
                for (Callable<?> question : questions(store).values()) question.call();
                giveBack(store, store.claim(ClaimRequest.of("bench", 500, Duration.ofMinutes(1))));
            }
        }
    }

    private Map<String, Double> measure(String url, int letters) throws Exception {
        Map<String, Double> p99 = new LinkedHashMap<>();
        try (DeadLetterStore store = Stores.open(url)) {
            String title = name + " with " + letters + ": ";
            for (Map.Entry<String, Callable<?>> question : questions(store).entrySet())
                p99.put(question.getKey(), rates.latency(part, title + question.getKey(), question.getValue()));
            p99.put(
                    "claim of 500",
                    rates.latency(
                            part,
                            title + "claim of 500",
                            () -> store.claim(ClaimRequest.of("bench", 500, Duration.ofMinutes(1))),
                            claimed -> giveBack(store, claimed)));
        }
        return p99;
    }

    /** Given back afterwards, so that there is something to claim the next time. */
    private static void giveBack(DeadLetterStore store, List<LeasedLetter> claimed) {
        var now = store.clock().instant();
        store.settle(claimed.stream()
                .map(c -> new Settlement(c.lease(), Duration.ZERO, "none", new Settlement.Released(now)))
                .toList());
    }

    private static Map<String, Callable<?>> questions(DeadLetterStore store) {
        Page first = store.search(Query.newest(Filter.all(), PAGE));
        LetterId deep = deep(store);
        var cause = first.items().get(0).cause();
        String customer = RedriveBench.ATTRIBUTES
                .in(Message.of(Samples.of(SMALL / 2).event()))
                .stream()
                .filter(found -> found.name().equals("customer"))
                .findFirst()
                .orElseThrow()
                .value();
        var eventId = first.items().get(3).eventId();
        Map<String, Callable<?>> all = new LinkedHashMap<>();
        all.put("first page", () -> store.search(Query.newest(Filter.all(), PAGE)));
        all.put(
                "keyset page deep down",
                () -> store.search(Query.newest(Filter.all(), PAGE).after(deep)));
        all.put("counts by status, channel, error type", store::tallies);
        all.put("cause list", () -> store.causes(CauseQuery.top(PAGE)));
        for (LetterStatus status : LetterStatus.values()) page(all, store, "status " + status, f -> f.status(status));
        page(all, store, "channel", f -> f.channel("payments"));
        page(all, store, "channel pattern", f -> f.channel("now.*"));
        page(all, store, "errorType", f -> f.errorType("java.net.ConnectException"));
        page(all, store, "category", f -> f.category(Category.VALIDATION));
        page(all, store, "cause", f -> f.cause(cause));
        page(all, store, "pattern", f -> f.pattern("payment.*"));
        page(all, store, "subscriberId", f -> f.subscriberId("subscriber-7"));
        page(all, store, "eventId", f -> f.eventId(eventId));
        page(
                all,
                store,
                "attribute of one letter",
                f -> f.attribute("order", Samples.of(SMALL / 2).eventId()));
        page(all, store, "attribute of many letters", f -> f.attribute("customer", customer));
        page(
                all,
                store,
                "two attributes",
                f -> f.attribute("customer", customer)
                        .attribute("order", Samples.of(SMALL / 2).eventId()));
        page(
                all,
                store,
                "attribute and status",
                f -> f.attribute("customer", customer).status(LetterStatus.FAILED));
        page(all, store, "key", f -> f.key("customer-42"));
        page(all, store, "tag", f -> f.tag("vip"));
        page(all, store, "priority", f -> f.priority(Priority.HIGH));
        page(all, store, "minRetryCount", f -> f.minRetryCount(3));
        page(all, store, "maxRetryCount", f -> f.maxRetryCount(0));
        page(
                all,
                store,
                "from and to",
                f -> f.from(deep.createdAt()).to(deep.createdAt().plusSeconds(1)));
        page(all, store, "no match", f -> f.subscriberId("unknown"));
        return all;
    }

    private static LetterId deep(DeadLetterStore store) {
        return store.search(Query.newest(Filter.all(), 1).skipping(5_000))
                .items()
                .get(0)
                .id();
    }

    private static void page(
            Map<String, Callable<?>> all, DeadLetterStore store, String name, UnaryOperator<FilterBuilder> filter) {
        Query query = Query.newest(filter.apply(Filter.builder()).build(), PAGE);
        all.put("filter " + name, () -> store.search(query));
    }
}
