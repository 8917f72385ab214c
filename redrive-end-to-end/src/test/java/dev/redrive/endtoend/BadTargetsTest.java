package dev.redrive.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that hang, drip, reset or redirect in circles delay no other target. */
class BadTargetsTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LETTERS = 400;
    private static final int ROUNDS = 3;

    private final Set<String> arrived = ConcurrentHashMap.newKeySet();
    private final Service good = new Service(request -> {
        arrived.add(request.header("redrive-id"));
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
        StringBuilder settings = new StringBuilder("redrive:\n  channels:\n");
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

    private static void capture(Api api, String channel) {
        String line = "{\"channel\": \"%s\", \"payload\": {}, \"error\": {\"message\": \"Read timed out\"}}\n";
        api.call("POST", "/dlq")
                .body(
                        "application/x-ndjson",
                        line.formatted(channel).repeat(LETTERS).getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(201);
    }

    /** How long it takes until all letters of a round are at the good target. */
    private Duration round(Api api) {
        int before = arrived.size();
        long began = System.nanoTime();
        capture(api, "good");
        Await.until("all are there", LONG, arrived::size, size -> size == before + LETTERS);
        return Duration.ofNanos(System.nanoTime() - began);
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
            for (int i = 0; i < bad.size(); i++) capture(api, "bad" + i);
            Duration first = round(api);
            Duration beside = middle(api);

            assertThat(beside)
                    .as("alone %s (first %s), beside the bad ones %s (first %s)", alone, warm, beside, first)
                    .isLessThanOrEqualTo(alone.multipliedBy(2));
        }
    }
}
