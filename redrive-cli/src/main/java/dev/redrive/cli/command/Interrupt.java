package dev.redrive.cli.command;

/** While this is open, Ctrl-C prints a last message and ends the program with exit code 0. */
public final class Interrupt implements AutoCloseable {
    private final Thread hook;

    private Interrupt(Thread hook) {
        this.hook = hook;
    }

    public static Interrupt says(Runnable words) {
        Thread hook = new Thread(() -> {
            words.run();
            Runtime.getRuntime().halt(ExitCode.DONE);
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return new Interrupt(hook);
    }

    /** Too late when the program is ending already, and then the hook does the rest. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is being interrupted right now.
        }
    }
}
