package dev.redrive.cli.terminal;

import java.io.IOException;

/** Nobody reads any more, as when the output goes to {@code head}. There is nothing left to do, and nothing wrong. */
public final class OutputClosed extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputClosed(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
