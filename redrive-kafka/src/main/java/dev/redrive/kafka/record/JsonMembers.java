package dev.redrive.kafka.record;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** The members of a JSON object as texts: a string is what it says, all else stays as it is written, every digit of it. */
public final class JsonMembers {
    private JsonMembers() {}

    /** Members that are null are left out. A text that is no such object is refused. */
    public static Map<String, String> of(byte[] text) {
        if (DlqRecordJson.looksLikeUtf16(text)) throw new IllegalArgumentException("not UTF-8");
        try (JsonParser json = DlqRecordJson.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) throw new IllegalArgumentException("not a JSON object");
            Map<String, String> members = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (value != JsonToken.VALUE_NULL) members.put(name, DlqRecordJson.value(json, value, text));
            }
            if (json.nextToken() != null) throw new IllegalArgumentException("something follows the JSON object");
            return members;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
    }
}
