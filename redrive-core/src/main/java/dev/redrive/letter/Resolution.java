package dev.redrive.letter;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How and by whom a letter was closed. */
public record Resolution(
        Instant time,
        How how,
        @Nullable String by,
        @Nullable String notes) {

    public Resolution noted(@Nullable String text) {
        return new Resolution(time, how, by, text);
    }

    /** The ways to close a letter. Declared in the order in which it is stored. */
    public enum How {
        AUTOMATIC_RETRY,
        MANUAL_RETRY,
        MANUAL_RESOLUTION,
        DISCARD;

        /** The word used in JSON: {@code automatic_retry} and so on. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
