package dev.redrive.server.nodes;

import dev.redrive.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a node does, as it stands in the store.
 *
 * @param retries whether it sends letters back
 * @param attempts how many letters it is trying
 * @param replays the ids of those that it looks after
 * @param topics the dead letter topics that it reads
 * @param circuits the state of those that are not closed, by the name of their target
 */
public record NodeWork(
        boolean retries, long attempts, List<String> replays, List<String> topics, Map<String, String> circuits) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public NodeWork {
        replays = List.copyOf(replays);
        topics = List.copyOf(topics);
        circuits = Map.copyOf(circuits);
    }

    Json json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("retries", retries);
        fields.put("attempts", attempts);
        fields.put("replays", replays);
        fields.put("topics", topics);
        fields.put("circuits", circuits);
        return Json.object(fields);
    }

    /** Fields that a newer node wrote are left out. */
    static NodeWork of(Json json) {
        JsonNode work = JSON.readTree(json.text());
        return new NodeWork(
                work.path("retries").asBoolean(false),
                work.path("attempts").asLong(0),
                texts(work.path("replays")),
                texts(work.path("topics")),
                circuits(work.path("circuits")));
    }

    private static Map<String, String> circuits(JsonNode object) {
        return object.propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, circuit -> circuit.getValue().asString()));
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
