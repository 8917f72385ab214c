package dev.redrive.endtoend.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The packaged command line, as a process of its own: in a script, or on a terminal. */
public final class CommandLine {
    private static final Path JAR = Path.of(
                    System.getProperty("redrive.cli.jar", "../redrive-cli/target/redrive-cli-0.1.0-SNAPSHOT.jar"))
            .toAbsolutePath()
            .normalize();

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Duration patience = Duration.ofSeconds(60);

    private CommandLine(Path folder) {
        this.folder = folder;
    }

    /** For a server, in a folder of its own. */
    public static CommandLine of(ServerProcess server, Path folder) {
        return new CommandLine(folder).with("REDRIVE_URL", "http://localhost:" + server.port());
    }

    public CommandLine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public CommandLine patience(Duration time) {
        patience = time;
        return this;
    }

    /** The exit code and the output; on a terminal both streams are one. */
    public record Ended(int code, String out, String err) {
        public Ended expect(int wanted) {
            if (code != wanted) throw new AssertionError("exit code " + code + "\n" + out + "\n" + err);
            return this;
        }
    }

    public static Path jar() {
        if (!Files.isRegularFile(JAR))
            throw new AssertionError(JAR + " is not there; package redrive-cli first (mvn verify does)");
        return JAR;
    }

    /** The words that start it, for a shell. */
    public static List<String> program() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jar() + File.pathSeparator + JAR.resolveSibling("lib") + "/*",
                "dev.redrive.cli.Cli");
    }

    public Ended run(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of(arguments));
        return run(command, "");
    }

    /** From a script that sends this to its standard input. */
    public Ended piped(String input, String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(program());
        words.addAll(List.of(arguments));
        String line = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return run(List.of("sh", "-c", "printf '%s' '" + input + "' | " + line), "");
    }

    /** By a person at a terminal, who types this. */
    public Ended onTerminal(String typed, String... arguments) throws InterruptedException {
        return run(List.of("script", "-qec", line(arguments), "/dev/null"), typed);
    }

    /** At a terminal of so many columns. */
    public Ended onTerminal(int columns, String... arguments) throws InterruptedException {
        String sized = "stty cols " + columns + " rows 50; " + line(arguments);
        return run(List.of("script", "-qec", sized, "/dev/null"), "");
    }

    private static String line(String... arguments) {
        List<String> words = new ArrayList<>(program());
        words.addAll(List.of(arguments));
        return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    public Ended run(List<String> command, String typed) throws InterruptedException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().keySet().retainAll(List.of("PATH", "HOME", "LANG"));
            builder.environment().put("TERM", "xterm");
            builder.environment().putAll(environment);
            Process process = builder.start();
            Output out = new Output(process.inputReader(StandardCharsets.UTF_8), line -> {});
            Output err = new Output(process.errorReader(StandardCharsets.UTF_8), line -> {});
            try (OutputStream in = process.getOutputStream()) {
                in.write(typed.getBytes(StandardCharsets.UTF_8));
                in.flush();
                if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                    throw new AssertionError(command + " did not end:\n" + out.whole() + "\n" + err.whole());
                }
            }
            return new Ended(process.exitValue(), out.whole(), err.whole());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
