package dev.redrive.endtoend.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every operation that the server describes, with every kind of bad input: always the documented problem, never a 5xx. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
    private static final String UNKNOWN_ID = "0195a3c4-5d6e-7f80-8123-456789abcdef";
    private static final List<String> NO_IDS =
            List.of("not-a-uuid", UNKNOWN_ID + "0", "%F0%9F%92%8C", "..%2F..", "%00", "a;b");
    private static final int TOO_LARGE = 300 * 1024;

    private DescribedServer server;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = new DescribedServer(folder);
    }

    /** Nothing that a caller sends is a mistake of ours, so the log has no reference to look up. */
    @AfterAll
    void stop() {
        try (DescribedServer running = server) {
            running.anonymous().get("/actuator/health").expect(200);
            assertThat(running.said()).doesNotContain("reference");
        }
    }

    /** A bad request, and the statuses that are right for it. */
    private interface Cases {
        void add(String what, Api.Call call, Integer... right);
    }

    @TestFactory
    Stream<DynamicNode> every_kind_of_bad_input_is_answered_with_the_documented_problem() {
        return server.description().operations().stream()
                .map(operation -> DynamicContainer.dynamicContainer(operation.toString(), tests(operation)));
    }

    private List<DynamicTest> tests(Description.Operation operation) {
        List<DynamicTest> tests = new ArrayList<>();
        Cases cases = (what, call, right) -> tests.add(
                DynamicTest.dynamicTest(what, () -> check(operation, call.send(), Set.copyOf(Arrays.asList(right)))));
        callers(operation, cases);
        methods(operation, cases);
        ids(operation, cases);
        parameters(operation, cases);
        if (operation.hasBody() && operation.bodySchema().isMissingNode()) lines(operation, cases);
        else if (operation.hasBody()) bodies(operation, cases);
        return tests;
    }

    /** A body that is a stream of lines and nothing else. */
    private void lines(Description.Operation operation, Cases cases) {
        for (String line : List.of("{", "[]", "\"text\"", "{\"id\":1}", "{}", "\u0000")) {
            byte[] body = line.getBytes(StandardCharsets.UTF_8);
            cases.add("the line " + line, good(operation).body("application/x-ndjson", body), 400);
        }
        cases.add("lines as JSON", good(operation).json("{}"), 415);
        cases.add("lines as text", good(operation).body("text/plain", new byte[] {'{', '}'}), 415);
    }

    private static void check(Description.Operation operation, Answer answer, Set<Integer> right) {
        assertThat(answer.status()).as(answer.toString()).isLessThan(500).isIn(right);
        assertThat(operation.statuses())
                .as("documented for %s; %s", operation, answer)
                .contains(answer.status());
        assertThat(answer.isProblem()).as(answer.toString()).isTrue();
        JsonNode problem = answer.json();
        assertThat(problem.path("type").asString("")).isNotBlank();
        assertThat(problem.path("title").asString("")).isNotBlank();
        assertThat(problem.path("detail").asString("")).isNotBlank();
        assertThat(problem.path("status").asInt()).isEqualTo(answer.status());
        if (answer.status() == 401)
            assertThat(answer.header("WWW-Authenticate")).isNotBlank();
        if (answer.status() == 405) assertThat(answer.header("Allow")).contains(operation.method());
    }

    /** The operation as an administrator would call it, with everything right so far. */
    private Api.Call good(Description.Operation operation) {
        return good(operation, server.as("admin"), server.existing(operation) + operation.requiredQuery());
    }

    private static Api.Call good(Description.Operation operation, Api api, String path) {
        Api.Call call = api.call(operation.method(), path);
        if (operation.hasBody() && operation.bodySchema().isMissingNode())
            return call.body("application/x-ndjson", new byte[0]);
        operation.bodyExamples().stream()
                .findFirst()
                .ifPresent(example -> call.json(example.getValue().toString()));
        return call;
    }

    // Callers and methods

    private void callers(Description.Operation operation, Cases cases) {
        if (operation.isPublic()) return;
        String path = server.existing(operation) + operation.requiredQuery();
        cases.add("no token", good(operation, server.anonymous(), path), 401);
        cases.add("wrong token", good(operation, server.anonymous().as("guessed"), path), 401);
        cases.add(
                "no bearer token",
                good(operation, server.anonymous(), path).header("Authorization", "Basic YWRtaW46YWRtaW4="),
                401);
        String tooLow =
                switch (operation.role()) {
                    case "admin" -> "operator";
                    case "operator", "producer" -> "viewer";
                    default -> "producer";
                };
        cases.add("role too low", good(operation, server.as(tooLow), path), 403);
    }

    private void methods(Description.Operation operation, Cases cases) {
        String wrong = operation.path().equals("/dlq/views/{name}") ? "PATCH" : "PUT";
        cases.add("wrong method", server.as("admin").call(wrong, server.existing(operation)), 405);
        if (operation.statuses().contains(406))
            cases.add("answer in a type that there is not", good(operation).header("Accept", "image/png"), 406);
    }

    // The address

    private void ids(Description.Operation operation, Cases cases) {
        if (!operation.hasId()) return;
        cases.add("unknown id", withId(operation, UNKNOWN_ID), 404);
        for (String id : NO_IDS) cases.add("malformed id " + id, withId(operation, id), 400, 404);
    }

    private Api.Call withId(Description.Operation operation, String id) {
        return good(operation, server.as("admin"), operation.path().replace("{id}", id));
    }

    private void parameters(Description.Operation operation, Cases cases) {
        for (JsonNode parameter : operation.parameters()) {
            String name = parameter.path("name").asString();
            for (String bad : badValues(server.description().resolved(parameter.path("schema")))) {
                String what = name + "=" + (bad.length() > 40 ? bad.length() + " characters" : bad);
                if (Description.Operation.isIn(parameter, "query"))
                    cases.add("wrong " + what, withQuery(operation, name, bad), 400);
                if (Description.Operation.isIn(parameter, "header"))
                    cases.add("wrong " + what, good(operation).header(name, bad), 400);
            }
            if (!Description.Operation.isIn(parameter, "query")) continue;
            cases.add(name + " in bad UTF-8", withQuery(operation, name, "%C3%28"), 400);
            if (parameter.path("required").asBoolean(false))
                cases.add("no " + name, good(operation, server.as("admin"), server.existing(operation)), 400);
        }
    }

    private Api.Call withQuery(Description.Operation operation, String name, String value) {
        return good(operation, server.as("admin"), server.existing(operation) + "?" + name + "=" + value);
    }

    private static List<String> badValues(JsonNode schema) {
        List<String> bad = new ArrayList<>();
        if (schema.path("type").asString("").equals("integer"))
            bad.addAll(List.of("many", "1.5", "-1", "99999999999999999999"));
        if (schema.has("maximum")) bad.add(String.valueOf(schema.path("maximum").asLong() + 1));
        if (schema.has("enum")) bad.add("no-such-word");
        if (schema.has("pattern")) bad.add("soon");
        if (schema.has("maxLength")) bad.add("x".repeat(schema.path("maxLength").asInt() + 1));
        String format = schema.path("format").asString("");
        if (format.equals("uuid")) bad.add("not-a-uuid");
        if (format.equals("date-time")) bad.addAll(List.of("yesterday", "2026-13-45T00:00:00Z"));
        return bad;
    }

    // The body

    private void bodies(Description.Operation operation, Cases cases) {
        if (operation.needsBody()) cases.add("no body", good(operation).json(""), 400);
        cases.add("bad JSON", good(operation).json("{\"payload\": "), 400);
        cases.add("something after the JSON", good(operation).json("{} {}"), 400);
        cases.add("JSON that is no object", good(operation).json("7"), 400);
        cases.add("JSON nested without end", good(operation).json("[".repeat(5000)), 400);
        cases.add("bad UTF-8", good(operation).body("application/json", badUtf8()), 400);
        cases.add("wrong media type", good(operation).header("Content-Type", "text/plain"), 415);
        cases.add("media type that is none", good(operation).header("Content-Type", "nonsense"), 400, 415);
        cases.add("multipart without a boundary", good(operation).header("Content-Type", "multipart/form-data"), 400);
        cases.add("unknown encoding", good(operation).header("Content-Encoding", "br"), 415);
        cases.add("gzip that is none", good(operation).header("Content-Encoding", "gzip"), 400);
        cases.add("too large", good(operation).json("{\"notes\":\"" + "x".repeat(TOO_LARGE) + "\"}"), 413);
        for (Map.Entry<String, JsonNode> example : operation.bodyExamples()) {
            BadBodies.of(server.description(), operation.bodySchema(), example.getValue())
                    .forEach((fault, body) -> cases.add(
                            fault + " (" + example.getKey() + ")",
                            good(operation).json(body),
                            400));
        }
    }

    private static byte[] badUtf8() {
        byte[] bytes = "{\"notes\":\"?\"}".getBytes(StandardCharsets.UTF_8);
        bytes[10] = (byte) 0xFF;
        return bytes;
    }
}
