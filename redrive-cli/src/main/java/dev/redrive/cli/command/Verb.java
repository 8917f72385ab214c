package dev.redrive.cli.command;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Something the program does. Made only when it is asked for, so that the others cost nothing. */
public interface Verb {
    /** Says what it is for, and adds its options and arguments; see {@link Opt}. */
    void describe(CommandSpec spec);

    /** False when its {@code --output} is a file and not one of the forms that all others know. */
    default boolean hasLayouts() {
        return true;
    }

    /**
     * Does it.
     *
     * @return the exit code: 0, or 1 when it reported something that failed
     */
    int run(Session session) throws IOException;
}
