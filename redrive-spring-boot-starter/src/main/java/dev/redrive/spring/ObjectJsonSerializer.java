package dev.redrive.spring;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes keys and values back as the application writes its other JSON: a listener that takes objects leaves no bytes behind.
 * What Kafka's own deserializers make is left to serializers that write it back exactly.
 */
final class ObjectJsonSerializer implements Serializer<Object> {
    private final JsonMapper mapper;

    ObjectJsonSerializer(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte @Nullable [] serialize(String topic, Object object) {
        return object.getClass().isArray() || isSimple(object.getClass().getName())
                ? null
                : mapper.writeValueAsBytes(object);
    }

    private static boolean isSimple(String type) {
        return type.startsWith("java.lang.")
                || type.startsWith("java.nio.")
                || type.equals("java.util.UUID")
                || type.startsWith("org.apache.kafka.");
    }
}
