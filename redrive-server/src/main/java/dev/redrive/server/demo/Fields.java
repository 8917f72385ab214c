package dev.redrive.server.demo;

import dev.redrive.letter.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the shop's messages. */
final class Fields {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Fields() {}

    static JsonNode of(Message message) {
        return JSON.readTree(message.payload().text());
    }

    static String text(Message message, String name) {
        return of(message).path(name).asString("");
    }
}
