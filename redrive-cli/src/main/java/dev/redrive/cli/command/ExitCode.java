package dev.redrive.cli.command;

/** How the process ends; scripts rely on these numbers. */
public final class ExitCode {
    public static final int DONE = 0;
    /** The server refused the request, or something failed. */
    public static final int FAILED = 1;

    public static final int WRONG_USAGE = 2;

    private ExitCode() {}
}
