package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.config.AlertSettings.Severity;
import java.util.Locale;
import java.util.Optional;

/** An alert message to deliver, with the counts at the time it was made. */
record Alert(AlertMessage message, Severity severity, Optional<RuleResult> result, StatusCounts counts) {

    /** {@code [WARNING] PendingLetters in orders}, on one line whatever the names are. */
    String title() {
        String what =
                switch (message.kind()) {
                    case STARTED -> severity.name();
                    case ENDED -> "OVER";
                    case TEST -> "TEST";
                };
        String where = message.channel() == null ? "" : " in " + message.channel();
        return ("[" + what + "] " + message.rule() + where).replaceAll("[\\p{Cntrl}\\s]+", " ");
    }

    String severityWord() {
        return word(severity);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
