package dev.redrive.cli.terminal;

import java.io.IOException;

/** The reader closed the output, as {@code head} does. The program ends without an error. */
public final class OutputClosed extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputClosed(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
