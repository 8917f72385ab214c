package dev.redrive.kafka.dialect;

import dev.redrive.kafka.record.DlqHeaders;
import java.util.List;
import java.util.Set;

/**
 * The headers that are about a failure and not part of the message. They are removed in every dialect, so that a
 * message does not grow with every round trip.
 */
public final class ExceptionHeaders {
    private static final List<String> PREFIXES = List.of(
            SpringHeaders.DEAD_LETTER,
            "kafka_exception-",
            "kafka_key-exception-",
            "kafka_original-",
            "retry_topic-",
            "springDeserializerException",
            ConnectHeaders.PREFIX,
            StreamsHeaders.PREFIX,
            ShareGroupHeaders.PREFIX,
            SmallRyeHeaders.DESERIALIZATION,
            "redrive-");

    private static final Set<String> NAMES = Set.of(
            SmallRyeHeaders.REASON,
            SmallRyeHeaders.CLASS,
            SmallRyeHeaders.CAUSE,
            SmallRyeHeaders.CAUSE_CLASS,
            SmallRyeHeaders.TOPIC,
            SmallRyeHeaders.PARTITION,
            SmallRyeHeaders.OFFSET,
            DlqHeaders.RETRY_COUNT,
            DlqHeaders.ORIGINAL_TOPIC,
            DlqHeaders.ERROR_MESSAGE,
            DlqHeaders.PARKED_REASON,
            DlqHeaders.PARKED_FROM,
            DlqHeaders.RECORD,
            DlqHeaders.VALUE_ENCODING,
            DlqHeaders.PAYLOAD_CUT);

    private ExceptionHeaders() {}

    public static boolean contains(String name) {
        if (NAMES.contains(name)) return true;
        for (String prefix : PREFIXES) if (name.startsWith(prefix)) return true;
        return false;
    }
}
