package dev.redrive.benchmarks.server;

import dev.redrive.benchmarks.machine.ProcessorTime;
import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Stopwatch;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The server as it is released: a process of its own that runs the jar with everything in it. */
final class PackagedServer implements AutoCloseable {
    private static final Pattern READY = Pattern.compile(" is ready at http://localhost:(\\d+) ");
    private static final Duration TIME_TO_START = Duration.ofMinutes(2);

    private final Process process;
    private final Path log;
    private final String token;
    private final int port;
    private final double readyAfterSeconds;

    private PackagedServer(Process process, Path log, String token) throws IOException, InterruptedException {
        Stopwatch watch = new Stopwatch(TIME_TO_START);
        this.process = process;
        this.log = log;
        this.token = token;
        this.port = awaitPort(process, log, watch);
        this.readyAfterSeconds = watch.seconds();
    }

    /** Beside this module, where the build leaves it. */
    static Path jar() throws IOException, URISyntaxException {
        Path classes = Path.of(PackagedServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path target = classes.resolve("../../../redrive-server/target").normalize();
        if (Files.isDirectory(target)) {
            try (Stream<Path> files = Files.list(target)) {
                List<Path> jars = files.filter(PackagedServer::hasEverything).toList();
                if (jars.size() == 1) return jars.get(0);
            }
        }
        throw new IOException("there is not one redrive-server-*-all.jar in " + target
                + "; build it with mvn -pl redrive-server -am -DskipTests clean package");
    }

    private static boolean hasEverything(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith("redrive-server-") && name.endsWith("-all.jar");
    }

    /** Starts it on a store and waits until it is ready. */
    static PackagedServer start(Path jar, String store, Workspace workspace) throws IOException, InterruptedException {
        return start(jar, store, "redrive: {}", workspace);
    }

    /** The same with settings in its folder. */
    static PackagedServer start(Path jar, String store, String settings, Workspace workspace)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(workspace.folder(), "server");
        Files.writeString(folder.resolve("redrive.yaml"), settings);
        Path log = folder.resolve("server.log");
        String token = UUID.randomUUID().toString();
        ProcessBuilder builder = new ProcessBuilder(command(jar, store))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        configure(builder.environment(), token);
        Process process = builder.start();
        workspace.closeAtExit(() -> end(process));
        return new PackagedServer(process, log, token);
    }

    private static List<String> command(Path jar, String store) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java, "-XX:+UseSerialGC", "-Xmx512m", "-jar", jar.toString(), "serve", "--port", "0", "--store", store);
    }

    /** All clients share one address, which may send more than the usual limit. */
    private static void configure(Map<String, String> environment, String token) {
        environment.keySet().removeIf(name -> name.startsWith("REDRIVE_"));
        environment.put("REDRIVE_ADMIN_TOKEN", token);
        environment.put("REDRIVE_HTTP_REQUESTS_PER_SECOND", "1000000");
    }

    private static int awaitPort(Process process, Path log, Stopwatch watch) throws IOException, InterruptedException {
        while (process.isAlive() && !watch.isOver()) {
            Matcher ready = READY.matcher(Files.readString(log));
            if (ready.find()) return Integer.parseInt(ready.group(1));
            Thread.sleep(5);
        }
        end(process);
        throw new IOException("the server did not become ready; it said:\n" + Files.readString(log));
    }

    int port() {
        return port;
    }

    String token() {
        return token;
    }

    double readyAfterSeconds() {
        return readyAfterSeconds;
    }

    /** Everything that it logged, to find the cause of a failure. */
    String said() throws IOException {
        return Files.readString(log);
    }

    /** Processor time so far in microseconds. */
    long spent() {
        return ProcessorTime.ofServer(process.toHandle());
    }

    /** What it holds of the machine's memory now. */
    double residentMegabytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        String line = Files.readAllLines(status).stream()
                .filter(one -> one.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow(() -> new IOException("no VmRSS in " + status));
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
    }

    @Override
    public void close() {
        end(process);
    }

    /** Nothing of it is kept, so it may end as if the machine had failed. */
    private static void end(Process process) {
        process.destroyForcibly().onExit().join();
    }
}
