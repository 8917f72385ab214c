package dev.redrive.endtoend.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the server answers is what it describes, field by field. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DescribedAnswersTest {
    private DescribedServer server;

    @BeforeAll
    void start(@TempDir Path folder) {
        server = new DescribedServer(folder);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** A stream of events has no end that one could wait for. */
    private Stream<Description.Operation> operations() {
        return server.description().operations().stream()
                .filter(operation -> !operation.path().equals("/dlq/events"));
    }

    @TestFactory
    Stream<DynamicTest> every_example_is_what_its_schema_says() {
        SchemaCheck check = new SchemaCheck(server.description());
        return operations()
                .map(operation -> DynamicTest.dynamicTest(operation.toString(), () -> {
                    for (int status : operation.statuses()) {
                        operation
                                .answerSchema(status)
                                .ifPresent(schema -> operation
                                        .answerExamples(status)
                                        .forEach(example -> assertThat(check.mistakes(schema, example))
                                                .isEmpty()));
                    }
                    for (Map.Entry<String, JsonNode> example : operation.bodyExamples())
                        assertThat(check.mistakes(operation.bodySchema(), example.getValue()))
                                .as(example.getKey())
                                .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> every_answer_is_what_its_schema_says() {
        return operations()
                .flatMap(operation -> calls(operation).stream()
                        .map(call -> DynamicTest.dynamicTest(
                                operation + " " + call.getKey(), () -> check(operation, call.getValue()))));
    }

    /** With each example of its body, or once. */
    private List<Map.Entry<String, Api.Call>> calls(Description.Operation operation) {
        String query = query(operation);
        if (!operation.hasBody())
            return List.of(
                    Map.entry("", server.as("admin").call(operation.method(), server.existing(operation) + query)));
        return operation.bodyExamples().stream()
                .map(example -> Map.entry(
                        example.getKey(),
                        server.as("admin")
                                .call(operation.method(), server.existing(operation) + query)
                                .json(example.getValue().toString())))
                .toList();
    }

    private static String query(Description.Operation operation) {
        return switch (operation.method() + " " + operation.path()) {
            case "DELETE /dlq/bulk/archived" -> "?olderThan=30d";
            case "DELETE /dlq/holds" -> "?channel=payments";
            default -> operation.requiredQuery();
        };
    }

    /** Not every letter is in a state for every move, and then the documented conflict is right. */
    private void check(Description.Operation operation, Api.Call call) {
        Answer answer = call.send();

        assertThat(operation.statuses()).as(answer.toString()).contains(answer.status());
        assertThat(answer.status()).as(answer.toString()).isIn(200, 201, 202, 204, 409);
        if (answer.status() == 409) {
            assertThat(operation.path())
                    .as(answer.toString())
                    .matches(".*/(confirm|restore|pause|resume|release|erase)");
            assertThat(answer.isProblem()).isTrue();
            return;
        }
        operation
                .answerSchema(answer.status())
                .ifPresent(schema -> assertThat(new SchemaCheck(server.description()).mistakes(schema, answer.json()))
                        .as(answer.toString())
                        .isEmpty());
    }
}
