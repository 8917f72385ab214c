package dev.redrive.kafka.dialect;

import dev.redrive.json.JsonPath;
import dev.redrive.letter.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

/** What the context of a failure says of a payload that was cut. */
public final class CutPayload {
    /** How many bytes the payload had. */
    static final String WHOLE_BYTES = "payloadSize";
    /** How many of them came with the record, which is not to be seen any more once values in them are hidden. */
    static final String KEPT_BYTES = "payloadKept";

    private CutPayload() {}

    public static OptionalLong wholeBytes(Failure failure) {
        return number(failure, WHOLE_BYTES);
    }

    public static OptionalLong keptBytes(Failure failure) {
        return number(failure, KEPT_BYTES);
    }

    private static OptionalLong number(Failure failure, String name) {
        byte[] context = failure.context().text().getBytes(StandardCharsets.UTF_8);
        return JsonPath.places(context, List.of(JsonPath.of("$." + name))).orElse(List.of()).stream()
                .map(place -> HeaderReader.digits(JsonPath.text(place.in(context))))
                .filter(number -> number != null)
                .mapToLong(Long::longValue)
                .findFirst();
    }
}
