package dev.redrive.server.demo;

import dev.redrive.server.demo.Incident.Ending;
import dev.redrive.server.demo.Incident.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What went wrong in the week before the visitor came. */
final class Week {
    private static final int DAYS = 7;

    static final List<Incident> INCIDENTS = incidents();

    private Week() {}

    private static List<Incident> incidents() {
        List<Incident> all = new ArrayList<>(List.of(
                new Incident(Kind.PAYMENTS_DOWN, hours(161), minutes(50), 280, Ending.RECOVERED),
                new Incident(Kind.WRONG_INVOICES, hours(140), minutes(170), 95, Ending.ARCHIVED),
                new Incident(Kind.DATABASE_GONE, hours(121), minutes(25), 210, Ending.RECOVERED),
                new Incident(Kind.PARTNER_LIMITS, hours(99), minutes(210), 260, Ending.RECOVERED),
                new Incident(Kind.PAYMENTS_DOWN, hours(76), minutes(95), 540, Ending.RECOVERED),
                new Incident(Kind.PAYMENTS_DOWN, hours(52), minutes(15), 60, Ending.GAVE_UP),
                new Incident(Kind.ODD_ORDERS, hours(50), minutes(40), 12, Ending.DISCARDED),
                new Incident(Kind.DATABASE_GONE, hours(30), minutes(35), 230, Ending.RECOVERED),
                new Incident(Kind.WRONG_INVOICES, hours(21), minutes(75), 85, Ending.RETRIED_BY_HAND),
                new Incident(Kind.PAYMENTS_DOWN, hours(14), minutes(55), 290, Ending.RECOVERED),
                new Incident(Kind.PARTNER_LIMITS, hours(9), minutes(130), 210, Ending.RECOVERED),
                new Incident(Kind.ODD_ORDERS, hours(5), minutes(240), 7, Ending.LEFT)));
        for (int day = 0; day < DAYS; day++) addOrdinaryDay(all, day);
        return List.copyOf(all);
    }

    /** Every day has short failures that retries resolve. */
    private static void addOrdinaryDay(List<Incident> all, int day) {
        long ago = 24L * day;
        int more = 3 * ((day * 5) % 4);
        all.add(new Incident(Kind.PARTNER_LIMITS, hours(ago + 23), minutes(40), 18 + more, Ending.RECOVERED));
        all.add(new Incident(Kind.PAYMENTS_DOWN, hours(ago + 14), minutes(45), 34 + more, Ending.RECOVERED));
        all.add(new Incident(Kind.PARTNER_LIMITS, hours(ago + 8), minutes(35), 26 + more, Ending.RECOVERED));
        all.add(new Incident(Kind.DATABASE_GONE, hours(ago + 3), minutes(15), 14 + more, Ending.RECOVERED));
    }

    private static Duration hours(long count) {
        return Duration.ofHours(count);
    }

    private static Duration minutes(long count) {
        return Duration.ofMinutes(count);
    }
}
