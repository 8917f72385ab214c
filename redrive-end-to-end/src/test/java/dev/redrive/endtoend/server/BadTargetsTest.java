package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that hang, drip, reset or redirect in circles delay no other target. */
class BadTargetsTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LETTERS = 4000;
    private static final int BAD_LETTERS = 400;
    private static final int ROUNDS = 3;

    /** When each letter was at the good target for the first time. */
    private final Map<String, Long> arrived = new ConcurrentHashMap<>();

    private final Service good = new Service(request -> {
        arrived.putIfAbsent(request.header("redrive-id"), System.nanoTime());
        return 204;
    });
    private final List<BadTarget> bad = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        good.close();
        bad.forEach(BadTarget::close);
    }

    private String settings() {
        // Without a wait before the first attempt: it is the rate that counts.
        StringBuilder settings = new StringBuilder("""
                redrive:
                  policies:
                    - { channel: good, strategy: exponential, base: 1ms, max: 1ms, jitter: 0 }
                  channels:
                """);
        for (BadTarget.Kind kind : BadTarget.Kind.values()) {
            for (int i = 0; i < 2; i++) {
                BadTarget target = new BadTarget(kind);
                settings.append(channel("bad" + bad.size(), target.url()));
                bad.add(target);
            }
        }
        return settings.append(channel("good", good.url("/good"))).toString();
    }

    private static String channel(String name, String url) {
        return "    - { match: %s, target: { http: { url: \"%s\", timeout: 10s } } }\n".formatted(name, url);
    }

    private static void capture(Api api, String channel, int count) {
        String line = "{\"channel\": \"%s\", \"payload\": {}, \"error\": {\"message\": \"Read timed out\"}}\n";
        api.call("POST", "/dlq")
                .body(
                        "application/x-ndjson",
                        line.formatted(channel).repeat(count).getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(201);
    }

    /** How long it takes from the first arrival at the good target until all letters of a round are there. */
    private Duration round(Api api) {
        arrived.clear();
        capture(api, "good", LETTERS);
        Await.until("all are there", LONG, arrived::size, size -> size == LETTERS);
        LongSummaryStatistics times =
                arrived.values().stream().mapToLong(Long::longValue).summaryStatistics();
        return Duration.ofNanos(times.getMax() - times.getMin());
    }

    private Duration middle(Api api) {
        List<Duration> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) rounds.add(round(api));
        return rounds.stream().sorted().toList().get(ROUNDS / 2);
    }

    @Test
    void beside_eight_bad_targets_a_good_one_keeps_at_least_half_of_its_rate() throws Exception {
        try (ServerProcess server = Launch.in(folder).settings(settings()).serve()) {
            Api api = server.api();
            Duration warm = round(api);
            Duration alone = middle(api);
            for (int i = 0; i < bad.size(); i++) capture(api, "bad" + i, BAD_LETTERS);
            Duration first = round(api);
            Duration beside = middle(api);

            System.out.printf("%d letters: alone %s, beside the bad ones %s%n", LETTERS, alone, beside);
            assertThat(beside)
                    .as("alone %s (first %s), beside the bad ones %s (first %s)", alone, warm, beside, first)
                    .isLessThanOrEqualTo(alone.multipliedBy(2));
        }
    }
}
