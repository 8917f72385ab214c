package dev.redrive.cli;

/** The command line is not right: what, and what would be. Ends the program with exit code 2. */
final class BadUsage extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadUsage(String message) {
        super(message);
    }
}
