package dev.redrive.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows long output page by page: what {@code PAGER} names, or {@code less} where it is installed. */
public final class Pager {
    private static final List<String> LESS = List.of("less", "-FRX");

    private final Optional<List<String>> command;

    private Pager(Optional<List<String>> command) {
        this.command = command;
    }

    public static Pager none() {
        return new Pager(Optional.empty());
    }

    public static Pager of(Map<String, String> environment) {
        String named = environment.get("PAGER");
        if (named == null) return new Pager(isInstalled("less", environment) ? Optional.of(LESS) : Optional.empty());
        if (named.isBlank() || named.equals("cat")) return none();
        return new Pager(Optional.of(List.of("/bin/sh", "-c", named)));
    }

    private static boolean isInstalled(String program, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (new File(folder, program).canExecute()) return true;
        }
        return false;
    }

    /** A running pager that waits for input; empty when there is none. */
    Optional<Process> start() {
        return command.flatMap(Pager::start);
    }

    private static Optional<Process> start(List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putIfAbsent("LESSCHARSET", "utf-8");
            Process process = builder.start();
            // Ctrl-C reaches both of us; we must not leave a pager behind that reads the terminal beside the shell.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> await(process)));
            return Optional.of(process);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static void await(Process process) {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
