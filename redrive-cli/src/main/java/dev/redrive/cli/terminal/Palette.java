package dev.redrive.cli.terminal;

import java.util.Locale;

/** Colours, or none where they are not wanted. */
public enum Palette {
    PLAIN,
    COLOURED;

    private static final String END = "\u001b[0m";

    public String paint(Style style, String text) {
        if (this == PLAIN || style == Style.PLAIN || text.isEmpty()) return text;
        return style.start() + text + END;
    }

    /** What a status or an outcome is shown in: good, waiting, or needs attention. */
    public static Style styleOf(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "HEALTHY", "OK", "RESOLVED", "SUCCEEDED", "DONE", "UP", "DELIVERED" -> Style.GREEN;
            case "PENDING", "DEGRADED", "WARNING", "ACKNOWLEDGED", "PAUSED", "PLANNED", "WAITING" -> Style.YELLOW;
            case "RETRYING", "REPLAYED", "RUNNING", "SENT", "INFO" -> Style.CYAN;
            case "MANUAL", "REGRESSED", "CAME_BACK" -> Style.MAGENTA;
            case "FAILED", "UNHEALTHY", "BROKEN", "ERROR", "CRITICAL", "STOPPED", "LEASE_LOST", "DOWN" -> Style.RED;
            case "ARCHIVED", "IGNORED", "CANCELLED", "SKIPPED" -> Style.DIM;
            default -> Style.PLAIN;
        };
    }

    /** The word in the colour of what it says. */
    public String word(String word) {
        return paint(styleOf(word), SafeText.line(word));
    }
}
