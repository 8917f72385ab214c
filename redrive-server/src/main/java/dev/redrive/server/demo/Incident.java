package dev.redrive.server.demo;

import java.time.Duration;
import java.time.Instant;

/**
 * Something that went wrong in the past.
 *
 * @param ago how long before now it began
 * @param lasted how long letters kept coming in
 * @param letters how many came in
 */
record Incident(Kind kind, Duration ago, Duration lasted, int letters, Ending ending) {
    private static final int MANY = 50;

    /** What went wrong. */
    enum Kind {
        PAYMENTS_DOWN(Part.PAYMENTS),
        WRONG_INVOICES(Part.INVOICES),
        PARTNER_LIMITS(Part.PARTNER),
        DATABASE_GONE(Part.WAREHOUSE),
        ODD_ORDERS(Part.WAREHOUSE);

        private final Part part;

        Kind(Part part) {
            this.part = part;
        }

        Part part() {
            return part;
        }
    }

    /** What became of its letters. */
    enum Ending {
        /** They were tried again and went through. */
        RECOVERED,
        /** Trying again did not help, until there were no retries left. */
        GAVE_UP,
        /** Retried by hand, with success. */
        RETRIED_BY_HAND,
        /** Archived by hand. */
        ARCHIVED,
        /** Discarded by hand. */
        DISCARDED,
        /** Still open. */
        LEFT
    }

    /** True when it lasted so long that retries failed in it too. */
    boolean isLong() {
        return letters > MANY;
    }

    Instant start(Instant now) {
        return now.minus(ago);
    }

    Instant end(Instant now) {
        return start(now).plus(lasted);
    }
}
