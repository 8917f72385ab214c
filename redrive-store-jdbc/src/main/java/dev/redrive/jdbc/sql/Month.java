package dev.redrive.jdbc.sql;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** A month in UTC with its start and end. The last one is cached, because letters of one batch are nearly always of one month. */
public record Month(YearMonth name, Instant from, Instant to) {
    private static volatile Month last = of(YearMonth.of(1970, 1));

    public static Month at(Instant time) {
        Month month = last;
        if (!month.holds(time)) last = month = of(YearMonth.from(time.atOffset(ZoneOffset.UTC)));
        return month;
    }

    private static Month of(YearMonth name) {
        return new Month(name, startOf(name), startOf(name.plusMonths(1)));
    }

    public static Instant startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    public boolean holds(Instant time) {
        return !time.isBefore(from) && time.isBefore(to);
    }
}
