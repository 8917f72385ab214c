package dev.redrive.benchmarks.sample;

import java.util.List;
import java.util.function.Function;

/** Exceptions that were really thrown, from 243 places, with a stack trace of about 2 KB. */
public final class ThrownErrors {
    private static final int DEPTH = 24;
    private static final int PLACES = 243;

    private static final List<Function<String, RuntimeException>> TYPES = List.of(
            IllegalStateException::new,
            IllegalArgumentException::new,
            UnsupportedOperationException::new,
            NullPointerException::new,
            IndexOutOfBoundsException::new);

    private ThrownErrors() {}

    public static RuntimeException of(int i, String message) {
        try {
            return receive(i % PLACES, DEPTH, message);
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    private static RuntimeException receive(int place, int depth, String message) {
        return next(place, depth, message);
    }

    private static RuntimeException reserve(int place, int depth, String message) {
        return next(place, depth, message);
    }

    private static RuntimeException charge(int place, int depth, String message) {
        return next(place, depth, message);
    }

    /** The digits of the place to the base of three tell the way down. */
    private static RuntimeException next(int place, int depth, String message) {
        if (depth <= 0) throw TYPES.get(place % TYPES.size()).apply(message);
        int rest = place / 3 + place % 3 * (PLACES / 3);
        return switch (place % 3) {
            case 0 -> receive(rest, depth - 2, message);
            case 1 -> reserve(rest, depth - 2, message);
            default -> charge(rest, depth - 2, message);
        };
    }
}
