package dev.redrive.benchmarks.sample;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes samples. The costly parts are made once, so that making one takes a few microseconds. */
public final class Samples {
    private static final List<String> CHANNELS =
            List.of("orders", "payments", "invoices", "shipments", "stock", "customers", "notifications", "reports");
    private static final List<String> PATTERNS = List.of(
            "order.placed",
            "order.cancelled",
            "payment.authorised",
            "payment.declined",
            "invoice.issued",
            "invoice.reminded",
            "shipment.packed",
            "shipment.lost",
            "stock.counted",
            "stock.short",
            "customer.moved",
            "customer.merged",
            "notification.sent",
            "notification.bounced",
            "report.requested",
            "report.archived");
    private static final List<String> ERROR_TYPES = List.of(
            "java.net.SocketTimeoutException",
            "java.net.ConnectException",
            "java.sql.SQLTransientConnectionException",
            "java.lang.IllegalArgumentException",
            "java.lang.NullPointerException",
            "com.example.http.TooManyRequestsException",
            "com.example.http.ServiceUnavailableException",
            "com.example.orders.UnknownCustomerException",
            "com.example.json.MissingFieldException",
            "com.example.auth.TokenExpiredException");
    private static final List<String> MESSAGES = List.of(
            "Read timed out while waiting for the inventory service, attempt ",
            "Connection refused by payments.internal.example.com, attempt ",
            "No connection became free within 30 seconds, waiting callers ",
            "The quantity of an order line must be positive, found at line ",
            "Cannot read the address because there is no customer, attempt ",
            "The partner allows 100 requests a minute, this was number ",
            "The shipping service is down for maintenance, asked again after ",
            "The customer of this order is not known here, searched shards ",
            "The field 'currency' is missing in a document of version ",
            "The access token is no longer valid, it expired before attempt ");
    private static final List<String> METHODS = List.of(
            "com.example.orders.OrderListener.onPlaced(OrderListener.java:",
            "com.example.orders.PricingService.priceOf(PricingService.java:",
            "com.example.payments.PaymentGateway.authorise(PaymentGateway.java:",
            "com.example.payments.PaymentListener.lambda$handle$2(PaymentListener.java:",
            "com.example.stock.ReservationRepository.reserve(ReservationRepository.java:",
            "com.example.messaging.Dispatcher.dispatch(Dispatcher.java:",
            "com.example.messaging.RetryingDispatcher.tryOnce(RetryingDispatcher.java:",
            "com.example.http.PartnerClient.exchange(PartnerClient.java:",
            "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:",
            "org.postgresql.jdbc.PgPreparedStatement.executeQuery(PgPreparedStatement.java:",
            "org.springframework.transaction.interceptor.TransactionInterceptor.invoke(TransactionInterceptor.java:",
            "org.springframework.kafka.listener.KafkaMessageListenerContainer.run(KafkaMessageListenerContainer.java:",
            "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:",
            "java.base/java.util.concurrent.CompletableFuture.postComplete(CompletableFuture.java:",
            "java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:",
            "java.base/java.lang.Thread.run(Thread.java:");

    private static final int SUBSCRIBERS = 50;
    private static final int FRAMES_LENGTH = 1_900;
    private static final int SAMPLES_PER_MILLI = 100;

    private static final Random RANDOM = new Random(20);
    private static final List<Sample.Trace> TRACES =
            Stream.generate(Samples::trace).limit(200).toList();
    private static final List<Sample.Body> BODIES =
            Stream.generate(Samples::body).limit(4_096).toList();

    /** Long past, so that every sample is due. */
    private static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");

    private Samples() {}

    /** The i-th sample. Asked for again it is the same, ids included. */
    public static Sample of(int i) {
        long hash = mix(i + 1L);
        Sample.Trace trace = TRACES.get(skewed(hash, TRACES.size()));
        return new Sample(
                timeOrderedId(i, hash),
                new UUID(hash, mix(~i)).toString(),
                trace.messageStart() + i % 97 + " (request " + Long.toHexString(hash) + ")",
                i % 10 == 0 ? 5 : 0,
                FIRST.plusNanos(i * (1_000_000L / SAMPLES_PER_MILLI)),
                BODIES.get(i % BODIES.size()),
                trace);
    }

    public static List<Sample> range(int from, int to) {
        return IntStream.range(from, to).mapToObj(Samples::of).toList();
    }

    public static double averageSize() {
        return range(0, BODIES.size()).stream().mapToInt(Sample::size).average().orElseThrow();
    }

    /** A version 7 id: milliseconds, then the place within the millisecond, then noise. */
    private static UUID timeOrderedId(int i, long hash) {
        long millis = FIRST.toEpochMilli() + i / SAMPLES_PER_MILLI;
        long high = (millis << 16) | 0x7000L | (i % SAMPLES_PER_MILLI);
        long low = 0x8000_0000_0000_0000L | (hash >>> 2);
        return new UUID(high, low);
    }

    /** Low numbers come more often: a few causes make up most of a real queue. */
    private static int skewed(long hash, int size) {
        double even = (hash >>> 11) * 0x1.0p-53;
        return (int) (even * even * size);
    }

    /** Spreads consecutive numbers over all the bits (the finisher of SplitMix64). */
    private static long mix(long number) {
        long z = number * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }

    private static Sample.Trace trace() {
        int type = RANDOM.nextInt(ERROR_TYPES.size());
        StringBuilder frames = new StringBuilder(FRAMES_LENGTH + 150);
        while (frames.length() < FRAMES_LENGTH) {
            frames.append("\tat ")
                    .append(oneOf(METHODS))
                    .append(20 + RANDOM.nextInt(900))
                    .append(")\n");
        }
        String asJson = frames.toString().replace("\t", "\\t").replace("\n", "\\n");
        return new Sample.Trace(
                ERROR_TYPES.get(type), "E" + (100 + type), MESSAGES.get(type), frames.toString(), asJson);
    }

    private static Sample.Body body() {
        int pattern = RANDOM.nextInt(PATTERNS.size());
        return new Sample.Body(
                CHANNELS.get(pattern / 2),
                PATTERNS.get(pattern),
                "subscriber-" + RANDOM.nextInt(SUBSCRIBERS),
                eventRest(PATTERNS.get(pattern)),
                errorContext());
    }

    private static String eventRest(String pattern) {
        return """
                ","pattern":"%s","version":"2.%d","source":{"type":"service","name":"shop","instance":"%s"},\
                "occurredAt":"2026-11-14T21:%02d:%02d.%03dZ","payload":{"customer":"%s","currency":"EUR","lines":[%s]},\
                "metadata":{"tenant":"tenant-%d","correlationId":"%s","traceparent":"00-%s-%s-01"}}""".formatted(
                        pattern,
                        RANDOM.nextInt(10),
                        hex(12),
                        RANDOM.nextInt(60),
                        RANDOM.nextInt(60),
                        RANDOM.nextInt(1000),
                        hex(24),
                        orderLines(8 + RANDOM.nextInt(2)),
                        RANDOM.nextInt(200),
                        hex(32),
                        hex(32),
                        hex(16));
    }

    private static String orderLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(line -> """
                        {"article":"%s","quantity":%d,"cents":%d,"warehouse":"W%03d","remark":"%s"}""".formatted(
                                hex(16), 1 + RANDOM.nextInt(9), RANDOM.nextInt(100_000), RANDOM.nextInt(1000), hex(20)))
                .collect(Collectors.joining(","));
    }

    private static String errorContext() {
        return """
                {"service":"shop","node":"node-%d","endpoint":"https://partner.example.com/v2/orders",\
                "requestId":"%s","timeoutMillis":%d}""".formatted(RANDOM.nextInt(12), hex(16), 1000 * (1 + RANDOM.nextInt(9)));
    }

    private static String oneOf(List<String> choices) {
        return choices.get(RANDOM.nextInt(choices.size()));
    }

    private static String hex(int length) {
        return IntStream.range(0, length)
                .mapToObj(i -> Integer.toHexString(RANDOM.nextInt(16)))
                .collect(Collectors.joining());
    }
}
