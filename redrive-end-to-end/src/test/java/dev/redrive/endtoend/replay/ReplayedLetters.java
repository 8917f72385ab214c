package dev.redrive.endtoend.replay;

import dev.redrive.endtoend.process.Api;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Letters that need a person, and replays of them, over the API of a server. */
public record ReplayedLetters(Api api) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int AT_ONCE = 5000;

    /** So many letters of a channel, with their numbers as payloads. */
    public void capture(String channel, int count) {
        for (int from = 0; from < count; from += AT_ONCE) {
            StringBuilder lines = new StringBuilder();
            for (int i = from; i < Math.min(count, from + AT_ONCE); i++)
                lines.append(
                        "{\"channel\": \"%s\", \"payload\": {\"n\": %d}, \"error\": {\"type\": \"BadOrder\", \"message\": \"what is this?\"}}\n"
                                .formatted(channel, i));
            api.call("POST", "/dlq")
                    .body("application/x-ndjson", lines.toString().getBytes(StandardCharsets.UTF_8))
                    .send()
                    .expect(201);
        }
    }

    /** Plans a replay and returns it. */
    public JsonNode plan(String options) {
        return api.post("/dlq/replays", options).expect(201).json();
    }

    public String start(String options) {
        String id = plan(options).path("id").asString();
        api.post("/dlq/replays/" + id + "/start").expect(200);
        return id;
    }

    public JsonNode replay(String id) {
        return api.get("/dlq/replays/" + id).expect(200).json();
    }

    public JsonNode await(String id, String state) {
        return await(id, state, Duration.ofSeconds(60));
    }

    public JsonNode await(String id, String state, Duration patience) {
        return Await.until(
                "replay " + id + " " + state,
                patience,
                () -> replay(id),
                replay -> replay.path("state").asString().equals(state));
    }

    public static int count(JsonNode replay, String of) {
        return replay.path("progress").path(of).asInt();
    }

    /** The state of each letter's line. */
    Map<String, JsonNode> ledger(String id) {
        Map<String, JsonNode> lines = new HashMap<>();
        api.call("GET", "/dlq/replays/" + id + "/ledger")
                .header("Accept", "application/x-ndjson")
                .send()
                .expect(200)
                .body()
                .lines()
                .map(JSON::readTree)
                .forEach(line -> lines.put(line.path("letterId").asString(), line));
        return lines;
    }

    /** All letters of a channel, as the list shows them. */
    public List<JsonNode> letters(String channel) {
        List<JsonNode> letters = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = api.get("/dlq?limit=500&channel=" + channel + cursor)
                    .expect(200)
                    .json();
            page.path("items").forEach(letters::add);
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (!cursor.isEmpty());
        return letters;
    }
}
