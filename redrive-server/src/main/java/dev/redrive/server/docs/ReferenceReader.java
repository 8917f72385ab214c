package dev.redrive.server.docs;

import dev.redrive.server.docs.ApiReference.Answer;
import dev.redrive.server.docs.ApiReference.Example;
import dev.redrive.server.docs.ApiReference.Operation;
import dev.redrive.server.docs.ApiReference.Parameter;
import dev.redrive.server.docs.ApiReference.Problem;
import dev.redrive.server.docs.ApiReference.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Reads the reference that people see from the description that programs see. */
final class ReferenceReader {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final String REFERENCE = "$ref";

    private final ObjectWriter indented = new JsonMapper().writerWithDefaultPrettyPrinter();
    private final JsonNode root;

    private ReferenceReader(JsonNode root) {
        this.root = root;
    }

    static ApiReference of(byte[] description) {
        return new ReferenceReader(new JsonMapper().readTree(description)).reference();
    }

    private ApiReference reference() {
        List<Section> sections = new ArrayList<>();
        for (JsonNode tag : root.path("tags")) {
            String name = tag.path("name").asString();
            sections.add(new Section(name, tag.path("description").asString(), operations(name)));
        }
        List<Problem> problems = sections.stream()
                .flatMap(section -> section.operations().stream())
                .flatMap(operation -> operation.problems().stream())
                .distinct()
                .sorted(Comparator.comparing(
                                (Problem problem) -> problem.answer().status())
                        .thenComparing(Problem::name))
                .toList();
        String about = root.path("info").path("description").asString();
        return new ApiReference(TextPart.paragraphs(about), List.copyOf(sections), problems);
    }

    private List<Operation> operations(String tag) {
        return root.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .filter(method ->
                                method.getValue().at("/tags/0").asString().equals(tag))
                        .map(method -> operation(path.getKey(), path.getValue(), method)))
                .toList();
    }

    private Operation operation(String path, JsonNode shared, Map.Entry<String, JsonNode> method) {
        JsonNode node = method.getValue();
        return new Operation(
                node.path("operationId").asString(),
                method.getKey().toUpperCase(Locale.ROOT),
                path,
                node.path("summary").asString(),
                TextPart.paragraphs(node.path("description").asString("")),
                node.path("x-required-role").asString("none"),
                Stream.concat(
                                shared.path("parameters").valueStream(),
                                node.path("parameters").valueStream())
                        .map(parameter -> parameter(resolved(parameter)))
                        .toList(),
                examples(resolved(node.path("requestBody"))),
                responses(node)
                        .filter(answer -> !isProblem(answer))
                        .map(answer -> answer(answer.getKey(), resolved(answer.getValue())))
                        .toList(),
                responses(node)
                        .filter(ReferenceReader::isProblem)
                        .map(this::problem)
                        .toList());
    }

    private static Stream<Map.Entry<String, JsonNode>> responses(JsonNode operation) {
        return operation.path("responses").propertyStream();
    }

    /** True for a refusal that is described once for several operations. */
    private static boolean isProblem(Map.Entry<String, JsonNode> answer) {
        return answer.getKey().compareTo("400") >= 0 && answer.getValue().has(REFERENCE);
    }

    private Problem problem(Map.Entry<String, JsonNode> answer) {
        String reference = answer.getValue().path(REFERENCE).asString();
        return new Problem(
                reference.substring(reference.lastIndexOf('/') + 1),
                answer(answer.getKey(), resolved(answer.getValue())));
    }

    private Answer answer(String status, JsonNode node) {
        return new Answer(status, TextPart.line(node.path("description").asString("")), examples(node));
    }

    private Parameter parameter(JsonNode node) {
        return new Parameter(
                node.path("name").asString(),
                node.path("in").asString(),
                node.path("required").asBoolean(false),
                SchemaWords.of(resolved(node.path("schema"))),
                TextPart.line(node.path("description").asString("")));
    }

    /** The examples of what is sent as JSON, or of a text. */
    private List<Example> examples(JsonNode bodyOrAnswer) {
        List<Example> found = new ArrayList<>();
        for (JsonNode content : bodyOrAnswer.path("content")) {
            if (content.has("example")) found.add(new Example("", text(content.path("example"))));
            content.path("examples")
                    .propertyStream()
                    .forEach(example -> found.add(new Example(
                            example.getKey(), text(example.getValue().path("value")))));
        }
        return List.copyOf(found);
    }

    private String text(JsonNode example) {
        return example.isString() ? example.asString() : indented.writeValueAsString(example);
    }

    private JsonNode resolved(JsonNode node) {
        return node.has(REFERENCE)
                ? resolved(root.at(node.path(REFERENCE).asString().substring(1)))
                : node;
    }
}
