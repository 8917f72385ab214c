package dev.redrive.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is written in the description, held against itself. That the server keeps to it is tested against a running one. */
class DescriptionTest {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");
    private static final Set<String> EXAMPLES = Set.of("example", "examples");
    private static final Set<String> BUSY_OR_FULL = Set.of(
            "POST /dlq/retention/run",
            "POST /dlq/holds",
            "POST /dlq/erase",
            "POST /dlq/causes/{id}/notes",
            "POST /dlq/channels/{name}/hold",
            "POST /dlq/channels/hold",
            "POST /dlq/alerts/{name}/snooze",
            "POST /dlq/alerts/snooze",
            "PUT /dlq/views/{name}");
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    private static final JsonNode ROOT =
            new JsonMapper().readTree(new String(Description.read().json(), StandardCharsets.UTF_8));

    /** One method on one path. */
    private record Operation(String path, String method, JsonNode node) {
        String name() {
            return method.toUpperCase(java.util.Locale.ROOT) + " " + path;
        }

        boolean isPublic() {
            return node.path("security").isArray() && node.path("security").isEmpty();
        }

        Stream<Map.Entry<String, JsonNode>> answers() {
            return node.path("responses").properties().stream()
                    .map(answer -> Map.entry(answer.getKey(), resolved(answer.getValue())));
        }
    }

    private static List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        for (var path : ROOT.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                if (METHODS.contains(method.getKey()))
                    all.add(new Operation(path.getKey(), method.getKey(), method.getValue()));
            }
        }
        return all;
    }

    private static JsonNode resolved(JsonNode node) {
        if (!node.has("$ref")) return node;
        JsonNode found = ROOT.at(node.path("$ref").asString().substring(1));
        assertThat(found.isMissingNode()).as("%s leads nowhere", node).isFalse();
        return resolved(found);
    }

    @Test
    void everything_in_it_is_plain_json() {
        assertPlain("", Description.content());
    }

    private static void assertPlain(String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> {
                assertThat(key).as("key %s under %s", key, path).isInstanceOf(String.class);
                if (inner != null) assertPlain(path + "/" + key, inner);
            });
        } else if (value instanceof List<?> list) {
            for (Object inner : list) if (inner != null) assertPlain(path + "/", inner);
        } else {
            assertThat(value).as(path).isInstanceOfAny(String.class, Number.class, Boolean.class);
        }
    }

    /** A comma in a text without quotes begins a new key, which has no value. */
    @Test
    void outside_of_examples_every_key_has_a_value() {
        assertValues("", ROOT);
    }

    private static void assertValues(String path, JsonNode node) {
        for (var member : node.properties()) {
            String at = path + "/" + member.getKey();
            assertThat(member.getValue().isNull()).as("%s has no value", at).isFalse();
            if (!EXAMPLES.contains(member.getKey())) assertValues(at, member.getValue());
        }
        if (node.isArray()) for (JsonNode inner : node) assertValues(path + "/", inner);
    }

    @Test
    void every_reference_leads_somewhere() {
        assertReferences(ROOT);
    }

    private static void assertReferences(JsonNode node) {
        if (node.has("$ref")) {
            JsonNode unused = resolved(node);
        }
        node.forEach(DescriptionTest::assertReferences);
    }

    @Test
    void it_describes_the_endpoints_of_the_contract() {
        assertThat(operations().stream().map(Operation::name))
                .contains(
                        "POST /dlq",
                        "GET /dlq",
                        "GET /dlq/{id}",
                        "GET /dlq/stats",
                        "POST /dlq/{id}/retry",
                        "POST /dlq/{id}/reset",
                        "POST /dlq/{id}/archive",
                        "POST /dlq/{id}/restore",
                        "POST /dlq/{id}/confirm",
                        "PATCH /dlq/{id}",
                        "DELETE /dlq/{id}",
                        "POST /dlq/bulk/retry",
                        "POST /dlq/bulk/archive",
                        "DELETE /dlq/bulk/archived",
                        "GET /dlq/retention",
                        "POST /dlq/retention/run",
                        "GET /dlq/cold",
                        "GET /dlq/cold/{id}",
                        "POST /dlq/cold/restore",
                        "GET /dlq/holds",
                        "POST /dlq/holds",
                        "DELETE /dlq/holds",
                        "POST /dlq/erase",
                        "GET /dlq/erase/{id}",
                        "POST /dlq/replays",
                        "GET /dlq/replays",
                        "GET /dlq/replays/{id}",
                        "GET /dlq/replays/{id}/ledger",
                        "POST /dlq/replays/{id}/start",
                        "POST /dlq/replays/{id}/pause",
                        "POST /dlq/replays/{id}/resume",
                        "POST /dlq/replays/{id}/cancel",
                        "POST /dlq/replays/preview",
                        "GET /dlq/causes",
                        "GET /dlq/causes/{id}",
                        "GET /dlq/causes/{id}/samples",
                        "POST /dlq/causes/{id}/retry",
                        "POST /dlq/causes/{id}/acknowledge",
                        "POST /dlq/causes/{id}/ignore",
                        "POST /dlq/causes/{id}/resolve",
                        "GET /dlq/errors",
                        "GET /dlq/timeseries",
                        "GET /dlq/histogram",
                        "POST /dlq/alerts/check",
                        "POST /dlq/alerts/test",
                        "GET /dlq/alerts",
                        "GET /dlq/audit",
                        "GET /dlq/events",
                        "GET /actuator/health",
                        "GET /actuator/prometheus",
                        "GET /openapi.json");
    }

    @TestFactory
    Stream<DynamicTest> every_operation_is_complete() {
        Set<String> ids = new HashSet<>();
        return operations().stream()
                .map(operation -> DynamicTest.dynamicTest(operation.name(), () -> {
                    assertThat(operation.node().path("operationId").asString(""))
                            .isNotBlank()
                            .satisfies(id -> assertThat(ids.add(id))
                                    .as("a second %s", id)
                                    .isTrue());
                    assertThat(operation.node().path("summary").asString("")).isNotBlank();
                    assertThat(operation.node().path("tags").size()).isEqualTo(1);
                    assertThat(operation.node().path("x-required-role").asString(""))
                            .isIn("none", "producer", "viewer", "operator", "admin");
                    assertSuccess(operation);
                    assertRefusals(operation);
                }));
    }

    private static void assertSuccess(Operation operation) {
        List<JsonNode> good = operation
                .answers()
                .filter(answer -> answer.getKey().startsWith("2"))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(good).isNotEmpty();
        for (JsonNode answer : good) {
            for (var content : answer.path("content").properties())
                assertThat(examples(content.getValue()))
                        .as("examples of %s", content.getKey())
                        .isNotEmpty();
        }
    }

    private static void assertRefusals(Operation operation) {
        Set<String> statuses = new HashSet<>();
        operation.answers().filter(answer -> answer.getKey().startsWith("4")).forEach(answer -> {
            statuses.add(answer.getKey());
            JsonNode problem = answer.getValue().path("content").path(PROBLEM);
            assertThat(examples(problem)).as("examples of %s", answer.getKey()).isNotEmpty();
            for (JsonNode example : examples(problem))
                assertThat(example.path("status").asString()).isEqualTo(answer.getKey());
        });
        assertThat(statuses).contains("400", "405");
        if (!operation.isPublic()) assertThat(statuses).contains("401", "403", "429");
        if (operation.path().contains("{id}")) assertThat(statuses).contains("404");
        if (operation.node().has("requestBody")) assertThat(statuses).contains("408", "413", "415");
        assertThat(statuses.contains("409")).isEqualTo(dependsOnState(operation));
    }

    private static boolean dependsOnState(Operation operation) {
        if (operation.path().startsWith("/dlq/cold")) return true;
        boolean isChange = !operation.method().equals("get");
        boolean isOfLetterOrReplay =
                operation.path().startsWith("/dlq/{id}") || operation.path().startsWith("/dlq/replays/{id}");
        return isChange && (isOfLetterOrReplay || BUSY_OR_FULL.contains(operation.name()));
    }

    private static List<JsonNode> examples(JsonNode content) {
        List<JsonNode> all = new ArrayList<>();
        if (content.has("example")) all.add(content.path("example"));
        for (JsonNode example : content.path("examples")) all.add(example.path("value"));
        return all;
    }

    @Test
    void every_body_has_examples() {
        for (Operation operation : operations()) {
            for (var content : resolved(operation.node().path("requestBody"))
                    .path("content")
                    .properties())
                assertThat(examples(content.getValue())).as(operation.name()).isNotEmpty();
        }
    }

    @Test
    void examples_of_json_are_json_and_not_text() {
        for (Operation operation : operations()) {
            operation.answers().forEach(answer -> {
                for (JsonNode example :
                        examples(answer.getValue().path("content").path(JSON)))
                    assertThat(example.isContainer())
                            .as("%s: %s", operation.name(), example)
                            .isTrue();
            });
        }
    }

    @Test
    void it_has_the_same_tag_whenever_it_is_read() {
        assertThat(Description.read().etag())
                .isEqualTo(Description.read().etag())
                .matches("\"[0-9a-f]{32}\"");
    }
}
