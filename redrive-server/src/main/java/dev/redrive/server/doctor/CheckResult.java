package dev.redrive.server.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of looking at one part.
 *
 * @param next what to do about it, or null when there is nothing to do
 */
record CheckResult(
        String name, Status status, String detail, @Nullable String next) {
    /** From good to bad. */
    enum Status {
        OK,
        WARNING,
        BROKEN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static CheckResult ok(String name, String detail) {
        return new CheckResult(name, Status.OK, detail, null);
    }

    static CheckResult warning(String name, String detail, String next) {
        return new CheckResult(name, Status.WARNING, detail, next);
    }

    static CheckResult broken(String name, String detail, String next) {
        return new CheckResult(name, Status.BROKEN, detail, next);
    }
}
