package dev.redrive.server.letters;

import dev.redrive.server.web.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names of a letter's fields that capture looks at; all others are passed over. */
enum Name {
    CHANNEL,
    CODE,
    CONSUMER_GROUP_ID,
    CONTEXT,
    ERROR,
    EVENT_ID,
    FIRST_FAILED_AT,
    HEADERS,
    ID,
    IDEMPOTENCY_KEY,
    INCOMPLETE_BECAUSE,
    KEY,
    KEY_ENCODING,
    MESSAGE,
    METADATA,
    NAME,
    OFFSET,
    ORIGIN,
    ORIGINAL_EVENT,
    PARTITION,
    PATTERN,
    PAYLOAD,
    PAYLOAD_COMPLETE,
    PAYLOAD_ENCODING,
    PRIORITY,
    RETRY_COUNT,
    SOURCE,
    SOURCE_SERVICE,
    STACK_TRACE,
    STAGE,
    SUBSCRIBER_ID,
    TABLE_NAME,
    TAGS,
    TIMESTAMP,
    TOPIC,
    TYPE,
    VERSION;

    private static final Map<String, Name> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Name::word, Function.identity()));

    /** The field that a word names, or null; a field that an object has twice is refused, for which one is meant? */
    static @Nullable Name of(String word, Set<Name> seen, String path) {
        Name name = BY_WORD.get(word);
        if (name != null && !seen.add(name))
            throw Problem.badField(path + word, path + word + " is given twice in the same object");
        return name;
    }

    /** {@code TABLE_NAME} is written {@code tableName}. */
    private String word() {
        StringBuilder word = new StringBuilder();
        for (String part : name().split("_", -1)) {
            word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        word.setCharAt(0, Character.toLowerCase(word.charAt(0)));
        return word.toString();
    }
}
