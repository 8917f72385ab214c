package dev.redrive.server.config.values;

/** A command line that cannot be understood; says why, and how it is written. */
public final class BadUsage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String usage;

    public BadUsage(String message, String usage) {
        super(message, null, false, false);
        this.usage = usage;
    }

    public String usage() {
        return usage;
    }
}
