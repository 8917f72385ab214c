package dev.redrive.mongo.book;

import java.time.Instant;
import org.bson.BsonDateTime;

/** Times as documents hold them: whole milliseconds. */
final class Millis {
    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private Millis() {}

    /** The first millisecond that is not before this time, which may be further away than a document reaches. */
    static BsonDateTime atOrAfter(Instant time) {
        if (time.isBefore(FIRST)) return new BsonDateTime(Long.MIN_VALUE);
        if (!time.isBefore(LAST)) return new BsonDateTime(Long.MAX_VALUE);
        long millis = time.toEpochMilli();
        return new BsonDateTime(Instant.ofEpochMilli(millis).isBefore(time) ? millis + 1 : millis);
    }
}
