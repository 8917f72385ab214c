package dev.redrive.spring;

import dev.redrive.letter.Payload;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Reads payloads as the application reads its other JSON. */
final class JacksonPayloadReader implements PayloadReader {
    private final JsonMapper mapper;

    JacksonPayloadReader(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public @Nullable Object read(Payload payload, Type as) {
        return mapper.readValue(payload.bytes(), mapper.constructType(as));
    }
}
