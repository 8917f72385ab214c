package dev.redrive.endtoend.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How the packaged server is started: in which folder, with which environment. Nothing of ours leaks into it. */
public final class Launch {
    private static final Path JAR = Path.of(
            System.getProperty("redrive.server.jar", "../redrive-server/target/redrive-server-0.1.0-SNAPSHOT-all.jar"));
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> KEPT = List.of("PATH", "HOME", "LANG", "LC_ALL");

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private String heap = "256m";

    /** Unpacks the server when the first test starts it. */
    private static final class Unpacked {
        static final UnpackedServer SERVER = UnpackedServer.of(jar());
    }

    private Launch(Path folder) {
        this.folder = folder;
    }

    public static Launch in(Path folder) {
        return new Launch(folder);
    }

    public Launch with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public Launch heap(String size) {
        heap = size;
        return this;
    }

    /** Writes the settings file that the server finds by itself. */
    public Launch settings(String yaml) {
        try {
            Files.writeString(folder.resolve("redrive.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** A server on a free port; returns when it is ready. */
    public ServerProcess serve(String... options) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
        arguments.addAll(List.of(options));
        return ServerProcess.ready(start(arguments), PATIENCE);
    }

    /** The demo on a free port; returns when it is ready. */
    public ServerProcess demo() {
        return ServerProcess.ready(start(List.of("demo", "--port", "0")), PATIENCE);
    }

    /** A command that came to its end. */
    public record Ended(int code, String out, String err) {}

    public Ended run(String... arguments) throws InterruptedException {
        Process process = start(List.of(arguments));
        Output out = new Output(process.inputReader(), line -> {});
        Output err = new Output(process.errorReader(), line -> {});
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    String.join(" ", arguments) + " did not end:\n" + out.whole() + "\n" + err.whole());
        }
        return new Ended(process.exitValue(), out.whole(), err.whole());
    }

    public static Path jar() {
        if (!Files.isRegularFile(JAR))
            throw new AssertionError(
                    JAR.toAbsolutePath() + " is not there; package redrive-server first (mvn verify does)");
        return JAR.toAbsolutePath().normalize();
    }

    private Process start(List<String> arguments) {
        try {
            Path temporary = Files.createDirectories(folder.resolve("tmp"));
            List<String> command = new ArrayList<>(Unpacked.SERVER.command(heap, temporary.toAbsolutePath()));
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().keySet().retainAll(KEPT);
            builder.environment().putAll(environment);
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
