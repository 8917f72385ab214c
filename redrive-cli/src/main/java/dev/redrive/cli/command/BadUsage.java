package dev.redrive.cli.command;

/** The command line is not right: what, and what would be. Ends the program with exit code 2. */
public final class BadUsage extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadUsage(String message) {
        super(message);
    }
}
