package dev.redrive.endtoend.process;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the server answered. */
public record Answer(String question, int status, HttpHeaders headers, String body) {
    private static final JsonMapper JSON = new JsonMapper();

    public static JsonNode parsed(String json) {
        return JSON.readTree(json);
    }

    /** Fails with the whole answer when it has another status. */
    public Answer expect(int wanted) {
        if (status != wanted) throw new AssertionError("wanted " + wanted + ", but " + this);
        return this;
    }

    public JsonNode json() {
        return parsed(body);
    }

    public String text(String field) {
        return json().path(field).asString();
    }

    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    public boolean isProblem() {
        return header("Content-Type").startsWith("application/problem+json");
    }

    @Override
    public String toString() {
        return question + " answered " + status + " (" + header("Content-Type") + "): " + body;
    }
}
