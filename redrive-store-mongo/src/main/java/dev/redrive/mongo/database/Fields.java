package dev.redrive.mongo.database;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** How values stand in documents: times as dates, ids as UUIDs, bytes as binary data, counts as numbers of any width. */
@SuppressWarnings("JavaUtilDate") // what the driver knows
public final class Fields {
    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private Fields() {}

    /** The time to the millisecond. */
    public static @Nullable Date date(@Nullable Instant time) {
        return time == null ? null : new Date(clamped(time).toEpochMilli());
    }

    /** The time, or the last or the first one whose milliseconds can be counted. */
    public static Instant clamped(Instant time) {
        if (time.isAfter(LAST)) return LAST;
        return time.isBefore(FIRST) ? FIRST : time;
    }

    public static @Nullable Instant timeOrNull(Document in, String field) {
        Date date = in.getDate(field);
        return date == null ? null : Instant.ofEpochMilli(date.getTime());
    }

    public static Instant time(Document in, String field) {
        return Objects.requireNonNull(timeOrNull(in, field), field);
    }

    public static UUID id(Document in, String field) {
        return in.get(field, UUID.class);
    }

    public static @Nullable UUID idOrNull(Document in, String field) {
        return in.get(field, UUID.class);
    }

    public static String text(Document in, String field) {
        return Objects.requireNonNull(in.getString(field), field);
    }

    public static int number(Document in, String field) {
        return Objects.requireNonNull(in.get(field, Number.class), field).intValue();
    }

    public static long big(Document in, String field) {
        return Objects.requireNonNull(in.get(field, Number.class), field).longValue();
    }

    public static @Nullable Integer numberOrNull(Document in, String field) {
        Number number = in.get(field, Number.class);
        return number == null ? null : number.intValue();
    }

    public static @Nullable Long bigOrNull(Document in, String field) {
        Number number = in.get(field, Number.class);
        return number == null ? null : number.longValue();
    }

    /** 0 when it is missing. */
    public static long bigOrZero(Document in, String field) {
        Number number = in.get(field, Number.class);
        return number == null ? 0 : number.longValue();
    }

    public static Duration millis(Document in, String field) {
        return Duration.ofMillis(big(in, field));
    }

    public static boolean isTrue(Document in, String field) {
        return Boolean.TRUE.equals(in.getBoolean(field));
    }

    public static byte @Nullable [] bytesOrNull(Document in, String field) {
        Object value = in.get(field);
        return value instanceof Binary binary ? binary.getData() : (byte[]) value;
    }

    public static @Nullable Document partOrNull(Document in, String field) {
        return in.get(field, Document.class);
    }

    public static Document part(Document in, String field) {
        return Objects.requireNonNull(in.get(field, Document.class), field);
    }

    /** Empty when it is missing. */
    public static List<Document> parts(Document in, String field) {
        List<Document> parts = in.getList(field, Document.class);
        return parts == null ? List.of() : parts;
    }

    /** Empty when it is missing. */
    public static List<String> texts(Document in, String field) {
        List<String> texts = in.getList(field, String.class);
        return texts == null ? List.of() : texts;
    }

    /** Sets a field that is left out when it has no value. */
    public static void putIfPresent(Document in, String field, @Nullable Object value) {
        if (value != null) in.put(field, value);
    }
}
