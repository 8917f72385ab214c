package dev.redrive.cli.command;

import dev.redrive.cli.Cli;

/** What happens when somebody presses Ctrl-C while this is open: something is said, and the program ends well. */
public final class Interrupt implements AutoCloseable {
    private final Thread hook;

    private Interrupt(Thread hook) {
        this.hook = hook;
    }

    public static Interrupt says(Runnable words) {
        Thread hook = new Thread(() -> {
            words.run();
            Runtime.getRuntime().halt(Cli.DONE);
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
