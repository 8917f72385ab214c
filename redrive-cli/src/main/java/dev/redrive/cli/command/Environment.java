package dev.redrive.cli.command;

import dev.redrive.cli.terminal.Terminal;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;

/** What the process gets from outside: variables, terminal, streams, clock. */
public record Environment(
        Map<String, String> variables,
        Terminal terminal,
        InputStream in,
        OutputStream out,
        PrintStream err,
        InstantSource clock,
        ZoneId zone) {

    public static Environment real() {
        return new Environment(
                System.getenv(),
                Terminal.detect(System.getProperties(), System.getenv()),
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
                InstantSource.system(),
                ZoneId.systemDefault());
    }

    /** A variable that is set and not empty, or the other value. */
    public String variable(String name, String otherwise) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? otherwise : value;
    }
}
