package dev.redrive.endtoend.api;

import dev.redrive.endtoend.process.Api;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The OpenAPI description that a running server gives of itself. */
record Description(JsonNode root) {
    private static final Set<String> METHODS = Set.of("get", "post", "patch", "delete");
    private static final String JSON = "application/json";

    /** One method on one path. */
    record Operation(Description description, String path, String method, JsonNode node, List<JsonNode> parameters) {
        @Override
        public String toString() {
            return method + " " + path;
        }

        boolean isPublic() {
            return node.path("security").isArray() && node.path("security").isEmpty();
        }

        String role() {
            return node.path("x-required-role").asString();
        }

        boolean hasId() {
            return path.contains("{id}");
        }

        /** The query with every parameter that it cannot do without, as its examples say. */
        String requiredQuery() {
            String query = parameters.stream()
                    .filter(parameter -> isIn(parameter, "query")
                            && parameter.path("required").asBoolean(false))
                    .map(parameter -> parameter.path("name").asString() + "="
                            + parameter.path("example").asString())
                    .collect(Collectors.joining("&"));
            return query.isEmpty() ? "" : "?" + query;
        }

        /** The path with the names of the description's examples in it; what has an id is left as it is. */
        String named() {
            String named = path;
            for (JsonNode parameter : parameters) {
                String name = parameter.path("name").asString();
                if (isIn(parameter, "path") && !name.equals("id"))
                    named = named.replace(
                            "{" + name + "}", parameter.path("example").asString());
            }
            return named;
        }

        static boolean isIn(JsonNode parameter, String place) {
            return parameter.path("in").asString().equals(place);
        }

        boolean isAboutCause() {
            return path.startsWith("/dlq/causes");
        }

        boolean isAboutArchive() {
            return path.startsWith("/dlq/cold");
        }

        boolean isAboutErasure() {
            return path.startsWith("/dlq/erase");
        }

        boolean isAboutReplay() {
            return path.startsWith("/dlq/replays");
        }

        Set<Integer> statuses() {
            Set<Integer> statuses = new TreeSet<>();
            node.path("responses").propertyStream().forEach(answer -> statuses.add(Integer.valueOf(answer.getKey())));
            return statuses;
        }

        boolean hasBody() {
            return node.has("requestBody");
        }

        boolean needsBody() {
            return body().path("required").asBoolean(false);
        }

        private JsonNode body() {
            return description.resolved(node.path("requestBody"));
        }

        JsonNode bodySchema() {
            return body().path("content").path(JSON).path("schema");
        }

        /** What a good caller sends, by name. */
        List<Map.Entry<String, JsonNode>> bodyExamples() {
            return body().path("content").path(JSON).path("examples").properties().stream()
                    .map(example ->
                            Map.entry(example.getKey(), example.getValue().path("value")))
                    .toList();
        }

        /** The schema of the JSON that it answers with, when that status has any. */
        Optional<JsonNode> answerSchema(int status) {
            JsonNode schema = description
                    .resolved(node.path("responses").path(String.valueOf(status)))
                    .path("content")
                    .path(JSON)
                    .path("schema");
            return schema.isMissingNode() ? Optional.empty() : Optional.of(schema);
        }

        Stream<JsonNode> answerExamples(int status) {
            JsonNode content = description
                    .resolved(node.path("responses").path(String.valueOf(status)))
                    .path("content")
                    .path(JSON);
            List<JsonNode> examples = new ArrayList<>();
            if (content.has("example")) examples.add(content.path("example"));
            content.path("examples").forEach(example -> examples.add(example.path("value")));
            return examples.stream();
        }
    }

    static Description of(Api api) {
        return new Description(api.get("/openapi.json").expect(200).json());
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        root.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue()
                        .propertyStream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .forEach(method -> all.add(operation(path.getKey(), path.getValue(), method))));
        return all;
    }

    private Operation operation(String path, JsonNode shared, Map.Entry<String, JsonNode> method) {
        List<JsonNode> parameters = new ArrayList<>();
        shared.path("parameters").forEach(parameter -> parameters.add(resolved(parameter)));
        method.getValue().path("parameters").forEach(parameter -> parameters.add(resolved(parameter)));
        return new Operation(this, path, method.getKey().toUpperCase(Locale.ROOT), method.getValue(), parameters);
    }

    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(root.at(node.path("$ref").asString().substring(1))) : node;
    }
}
