package dev.redrive.kafka.record;

import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads and writes a {@link DlqRecord}. */
public final class DlqRecordJson {
    private static final BigDecimal MILLIS_FROM = BigDecimal.valueOf(100_000_000_000L);
    private static final long YEAR_10000 = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1;
    private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(Instant.MAX.getEpochSecond());

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(512)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private DlqRecordJson() {}

    // Writing

    public static byte[] write(DlqRecord record) {
        return write(record, utf8(record.key()), utf8(record.payload()));
    }

    /** With this key and payload, which are text in UTF-8, in the place of the record's own. */
    public static byte[] write(DlqRecord record, byte @Nullable [] key, byte @Nullable [] payload) {
        JsonBytes json = new JsonBytes(expectedSize(record, key, payload)).open();
        json.member("id", record.id());
        json.member("originalTopic", record.originalTopic());
        json.member("partition", record.partition());
        json.member("offset", record.offset());
        json.member("key", key);
        if (record.keyEncoding() == Encoding.BASE64) json.member("keyEncoding", "base64");
        json.member("payload", payload);
        if (record.payloadEncoding() == Encoding.BASE64) json.member("payloadEncoding", "base64");
        if (record.payloadTruncated()) json.member("payloadTruncated", true);
        if (record.payloadSize() != null) json.member("payloadSize", record.payloadSize());
        json.name("headers").open();
        record.headers().forEach(json::member);
        json.close();
        json.member("originalTimestamp", time(record.originalTimestamp()));
        json.member("dlqTimestamp", time(record.dlqTimestamp()));
        json.member("errorType", record.errorType());
        json.member("errorMessage", record.errorMessage());
        json.member("stackTrace", record.stackTrace());
        json.member("consumerGroupId", record.consumerGroupId());
        json.member("sourceService", record.sourceService());
        json.member("retryCount", record.retryCount());
        json.member("status", record.status().name());
        json.member("failureCategory", record.failureCategory().name());
        return json.close().toBytes();
    }

    /** With room for what is escaped. */
    private static int expectedSize(DlqRecord record, byte @Nullable [] key, byte @Nullable [] payload) {
        int trace = record.stackTrace() == null ? 0 : record.stackTrace().length();
        int texts = (key == null ? 0 : key.length) + (payload == null ? 0 : payload.length);
        return 1024 + texts + texts / 4 + trace + trace / 16;
    }

    private static byte @Nullable [] utf8(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** As {@link Instant#toString()}, which takes longer. */
    static @Nullable String time(@Nullable Instant time) {
        if (time == null) return null;
        long second = time.getEpochSecond();
        boolean isUsual = second >= 0 && second < YEAR_10000 && (second % 60 != 0 || time.getNano() != 0);
        return isUsual ? LocalDateTime.ofEpochSecond(second, time.getNano(), ZoneOffset.UTC) + "Z" : time.toString();
    }

    // Reading

    static DlqRecord read(byte[] text) {
        if (looksLikeUtf16(text)) throw none("it is not UTF-8");
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) throw none("it is not a JSON object");
            Map<String, String> members = new LinkedHashMap<>();
            Map<String, String> headers = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (value == JsonToken.VALUE_NULL) members.remove(name);
                else if (name.equals("headers") && value == JsonToken.START_OBJECT) readHeaders(json, text, headers);
                else members.put(name, value(json, value, text));
            }
            if (json.nextToken() != null) throw none("something follows the JSON object");
            if (tellsAFailure(members))
                members.putIfAbsent("id", UUID.nameUUIDFromBytes(text).toString());
            return record(members, headers);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not a dead letter record: it is not JSON", e);
        }
    }

    /** A record that another program wrote may lack an id. It gets one of its bytes. */
    private static boolean tellsAFailure(Map<String, String> members) {
        return members.containsKey("errorType") || members.containsKey("errorMessage");
    }

    /** The parser would read it, but count its characters as bytes. */
    static boolean looksLikeUtf16(byte[] text) {
        return text.length > 1 && (text[0] == 0 || text[1] == 0 || text[0] == (byte) 0xFE || text[0] == (byte) 0xFF);
    }

    private static void readHeaders(JsonParser json, byte[] text, Map<String, String> headers) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value != JsonToken.VALUE_NULL) headers.put(name, value(json, value, text));
        }
    }

    /** What is not a string stays as it is written, every digit of it. */
    static String value(JsonParser json, JsonToken token, byte[] text) {
        if (token == JsonToken.VALUE_STRING) return json.getString();
        if (!token.isStructStart()) return json.getString();
        int start = Math.toIntExact(json.currentTokenLocation().getByteOffset());
        json.skipChildren();
        int end = Math.toIntExact(json.currentLocation().getByteOffset());
        return new String(text, start, end - start, StandardCharsets.UTF_8);
    }

    private static DlqRecord record(Map<String, String> members, Map<String, String> headers) {
        DlqRecord record = new DlqRecord(
                required(members, "id"),
                required(members, "originalTopic"),
                toInt(members, "partition"),
                toLong(members, "offset"),
                members.get("key"),
                members.get("payload"),
                headers,
                toTime(members, "originalTimestamp"),
                orElse(toTime(members, "dlqTimestamp"), Instant.EPOCH),
                members.getOrDefault("errorType", ""),
                members.getOrDefault("errorMessage", ""),
                members.get("stackTrace"),
                members.get("consumerGroupId"),
                members.get("sourceService"),
                Math.max(0, orElse(toInt(members, "retryCount"), 0)),
                toStatus(members.get("status")),
                toEnum(Category.class, members.get("failureCategory"), Category.UNKNOWN),
                toEncoding(members, "keyEncoding"),
                toEncoding(members, "payloadEncoding"),
                Boolean.parseBoolean(members.get("payloadTruncated")),
                toLong(members, "payloadSize"));
        checkBytes(record);
        return record;
    }

    private static DlqStatus toStatus(@Nullable String word) {
        return word != null && LetterStatus.saysClosed(word)
                ? DlqStatus.RESOLVED
                : toEnum(DlqStatus.class, word, DlqStatus.PENDING);
    }

    private static void checkBytes(DlqRecord record) {
        try {
            record.keyBytes();
            record.payloadBytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a dead letter record: key or payload is not base64", e);
        }
    }

    private static String required(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null || value.isEmpty()) throw none(name + " is missing");
        return value;
    }

    private static @Nullable Integer toInt(Map<String, String> members, String name) {
        Long value = toLong(members, name);
        if (value == null) return null;
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) throw none(name + " is too large");
        return value.intValue();
    }

    private static @Nullable Long toLong(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null) return null;
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw none(name + " is not a whole number");
        }
    }

    /**
     * ISO-8601 as Redrive writes it, or as others do: a number of seconds with a fraction, of milliseconds, or an array from the
     * year to the nanoseconds, in UTC.
     */
    private static @Nullable Instant toTime(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null) return null;
        try {
            if (value.startsWith("[")) return ofParts(value);
            boolean iso = value.indexOf('T') > 0;
            return iso ? OffsetDateTime.parse(value).toInstant() : ofNumber(new BigDecimal(value));
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw none(name + " is not a time");
        }
    }

    private static Instant ofParts(String array) {
        int[] parts = Stream.of(array.substring(1, array.length() - 1).split(","))
                .map(String::strip)
                .mapToInt(Integer::parseInt)
                .toArray();
        if (parts.length < 5 || parts.length > 7) throw new DateTimeException("not a time: " + array);
        return LocalDateTime.of(
                        parts[0],
                        parts[1],
                        parts[2],
                        parts[3],
                        parts[4],
                        parts.length > 5 ? parts[5] : 0,
                        parts.length > 6 ? parts[6] : 0)
                .toInstant(ZoneOffset.UTC);
    }

    private static Instant ofNumber(BigDecimal number) {
        if (number.scale() < -20 || number.abs().compareTo(LAST_SECOND) > 0) throw new ArithmeticException("too large");
        if (number.abs().compareTo(MILLIS_FROM) >= 0) return Instant.ofEpochMilli(number.longValue());
        BigDecimal seconds = number.setScale(0, RoundingMode.FLOOR);
        long nanos = number.subtract(seconds).movePointRight(9).longValue();
        return Instant.ofEpochSecond(seconds.longValueExact(), nanos);
    }

    private static Encoding toEncoding(Map<String, String> members, String name) {
        return "base64".equals(members.get(name)) ? Encoding.BASE64 : Encoding.TEXT;
    }

    /** A word of a later version, or of another writer, reads as if it were not there. */
    private static <E extends Enum<E>> E toEnum(Class<E> type, @Nullable String name, E otherwise) {
        for (E each : type.getEnumConstants()) if (each.name().equals(name)) return each;
        return otherwise;
    }

    private static <T> T orElse(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }

    private static IllegalArgumentException none(String why) {
        return new IllegalArgumentException("not a dead letter record: " + why);
    }
}
