package dev.redrive.examples.shop;

import java.util.Locale;
import java.util.Optional;

/** What a visitor can do. */
enum Command {
    PAYMENTS,
    SCHEMA,
    WEBHOOKS,
    REQUEUE,
    QUIT;

    /** Only the first letter counts. */
    static Optional<Command> of(String line) {
        String word = line.strip().toLowerCase(Locale.ROOT);
        if (word.isEmpty()) return Optional.empty();
        return switch (word.charAt(0)) {
            case 'p' -> Optional.of(PAYMENTS);
            case 's' -> Optional.of(SCHEMA);
            case 'w' -> Optional.of(WEBHOOKS);
            case 'r' -> Optional.of(REQUEUE);
            case 'q' -> Optional.of(QUIT);
            default -> Optional.empty();
        };
    }
}
