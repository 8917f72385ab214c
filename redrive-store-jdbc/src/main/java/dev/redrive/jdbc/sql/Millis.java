package dev.redrive.jdbc.sql;

import java.time.Instant;

/** Times as the tables hold them: whole milliseconds. */
public final class Millis {
    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private Millis() {}

    /** The first millisecond that is not before this time, which may be further away than a column reaches. */
    public static long atOrAfter(Instant time) {
        if (time.isBefore(FIRST)) return Long.MIN_VALUE;
        if (!time.isBefore(LAST)) return Long.MAX_VALUE;
        long millis = time.toEpochMilli();
        return Instant.ofEpochMilli(millis).isBefore(time) ? millis + 1 : millis;
    }
}
