package dev.redrive.endtoend.mongo;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Letters as lines of an export: of every status that survives a transfer, with all that a letter may have. */
record LetterLines(Instant firstAt) {
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000000000000000L;
    private static final List<String> STATUSES =
            List.of("PENDING", "REPLAYED", "RESOLVED", "FAILED", "MANUAL", "ARCHIVED", "ARCHIVED");
    /** JSON with digits that no double has, text of one and of many lines, bytes, nothing, and no payload at all. */
    private static final List<String> PAYLOADS = List.of(
            "\"payload\":{\"id\":9007199254740993,\"amount\":0.1000}",
            "\"payload\":\"plain ✓ text\"",
            "\"payload\":\"AAH+/w==\",\"payloadEncoding\":\"base64\"",
            "\"payload\":\"{\\n \\\"pretty\\\": [1.0]\\r\\n}\"",
            "\"payload\":\"\"",
            "\"payload\":null");

    void write(Path file, int count) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < count; i++) out.append(line(i)).append('\n');
        }
    }

    private String time(int number) {
        return firstAt.plusMillis(number).toString();
    }

    private UUID id(int number) {
        return new UUID(firstAt.plusMillis(number).toEpochMilli() << 16 | VERSION, VARIANT | number);
    }

    private String line(int number) {
        String status = STATUSES.get(number % STATUSES.size());
        return "{\"id\":\"" + id(number) + "\",\"eventId\":\"event-" + number + "\",\"subscriberId\":\"billing\","
                + "\"channel\":\"channel-" + number % 5 + "\",\"originalEvent\":{\"eventId\":\"inner-" + number
                + "\",\"pattern\":\"order.placed\",\"version\":\"2\",\"source\":{\"type\":\"service\",\"id\":\"s-1\",\"name\":\"shop\"},"
                + "\"timestamp\":\"" + time(number) + "\"," + PAYLOADS.get(number % PAYLOADS.size())
                + ",\"metadata\":{\"n\":1.50}},\"error\":" + failure("first", number) + ",\"lastError\":"
                + failure("last", number) + ",\"retryHistory\":[" + attempts(number) + "],\"origin\":" + origin(number)
                + ",\"priority\":\""
                + List.of("LOW", "NORMAL", "HIGH", "CRITICAL").get(number % 4)
                + "\",\"tags\":[\"one\",\"tag-" + number % 3 + "\"],\"ordered\":" + (number % 10 == 0)
                + ",\"payloadComplete\":true,\"retryCount\":2,\"maxRetries\":5,\"dlqRetryCount\":3,\"status\":\""
                + status + "\"," + state(status, number) + ",\"firstFailedAt\":\"" + time(number)
                + "\",\"lastFailedAt\":\"" + time(number + 10) + "\",\"updatedAt\":\"" + time(number + 20) + "\","
                + "\"metadata\":{\"systemState\":{\"cpuUsage\":0.5,\"memoryUsage\":0.25}},\"additional\":{\"tenant\":\"t-"
                + number % 7 + "\"}" + versions(number) + "}";
    }

    private static String failure(String what, int number) {
        return "{\"message\":\"" + what + " time: no stock of item " + number + "\",\"type\":\"shop." + what
                + "Exception\",\"code\":\"E" + number % 9 + "\",\"stackTrace\":\"shop." + what
                + "Exception: no stock\\n\\tat shop.Stock.take(Stock.java:12)\\n\\tat shop.Orders.place(Orders.java:"
                + number % 40
                + ")\",\"context\":{\"item\":" + number
                + "},\"category\":\"VALIDATION\",\"retryability\":\"permanent\"}";
    }

    private String attempts(int number) {
        return "{\"attempt\":null,\"timestamp\":\"" + time(number) + "\",\"error\":" + failure("before", number)
                + ",\"processingDuration\":3,\"workerId\":\"sender\",\"strategy\":\"immediate\",\"result\":\"FAILED\"},"
                + "{\"attempt\":1,\"timestamp\":\"" + time(number + 5) + "\",\"error\":null,\"processingDuration\":0,"
                + "\"workerId\":\"node-1\",\"strategy\":\"exponential\",\"result\":\"LEASE_LOST\"},"
                + "{\"attempt\":4,\"timestamp\":\"" + time(number + 10) + "\",\"error\":" + failure("last", number)
                + ",\"processingDuration\":15,\"workerId\":\"node-1\",\"strategy\":\"replay\",\"result\":\"FAILED\"}";
    }

    private String origin(int number) {
        String key = number % 10 == 0 ? "\"sequence-" + number / 30 + "\"" : "\"AP8=\",\"keyEncoding\":\"base64\"";
        return "{\"topic\":\"orders\",\"partition\":" + number % 3 + ",\"offset\":" + number + ",\"key\":" + key
                + ",\"headers\":{\"x\":[\"1\",\"2\"],\"raw\":{\"base64\":\"AP8=\"},\"none\":null},\"timestamp\":\""
                + time(number) + "\",\"consumerGroupId\":\"billing\",\"sourceService\":\"shop\"}";
    }

    private String state(String status, int number) {
        return switch (status) {
            case "PENDING" -> "\"nextRetryAt\":\"2190-01-01T00:00:00.123Z\"";
            case "REPLAYED" ->
                "\"sentTo\":{\"topic\":\"orders\",\"partition\":1,\"offset\":" + number
                        + ",\"consumerGroupId\":\"billing\"}";
            case "RESOLVED" -> resolution("manual_retry", number);
            case "ARCHIVED" -> resolution(number % 2 == 0 ? "discard" : "manual_resolution", number);
            default -> "\"resolution\":null";
        };
    }

    private String resolution(String how, int number) {
        return "\"resolution\":{\"timestamp\":\"" + time(number + 20) + "\",\"strategy\":\"" + how
                + "\",\"resolvedBy\":\"maria\",\"notes\":\"two\\nlines ✓ " + number + "\"}";
    }

    private String versions(int number) {
        if (number % 4 != 0) return "";
        return ",\"version\":2,\"versions\":[" + version(0, number) + "," + version(1, number) + "]";
    }

    private String version(int version, int number) {
        return "{\"version\":" + version + ",\"timestamp\":\"" + time(number + version)
                + "\",\"by\":\"maria\",\"notes\":\"edit "
                + version + "\"," + PAYLOADS.get((number + version) % PAYLOADS.size())
                + ",\"headers\":{\"h\":\"" + version
                + "\"},\"payloadComplete\":true,\"priority\":\"LOW\",\"tags\":[\"old\"]}";
    }
}
