package dev.redrive.testkafka;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker with a controller in it, in a process of its own. It can be stopped, killed and started again on the
 * same port with the same data, which the clients of a test see as a broker that went away and came back.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Duration TIME_TO_START = Duration.ofSeconds(90);
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(30);
    private static final int LOWEST_PORT = 10_000;
    private static final int PORTS_OF_A_FORK = 1_500;
    private static final int FORKS = 6;
    /** Counts up, so that no two callers in this JVM get the same one. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS_OF_A_FORK));

    private static final String SESSION = "broker.session.timeout.ms";

    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::kill, "end-of-broker");
    private @Nullable Process process;

    private KafkaBroker(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a broker whose data is in a new folder below the temporary one, and waits until it answers. */
    public static KafkaBroker start() {
        return start(Map.of());
    }

    /**
     * The same with settings of {@code server.properties} on top of ours; {@code ${port}} in a value stands for the port of
     * {@link #bootstrapServers()}.
     */
    public static KafkaBroker start(Map<String, String> settings) {
        try {
            Path folder = Files.createTempDirectory("kafka");
            int port = freePort();
            KafkaBroker broker = new KafkaBroker(folder, port);
            broker.configure(settings);
            broker.format();
            broker.startAgain();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String bootstrapServers() {
        return "localhost:" + port;
    }

    /** The same port and the same data as before. */
    public void startAgain() {
        if (process != null && process.isAlive()) return;
        if (process != null) shortenSession();
        process = run("log.txt", "kafka.Kafka", config());
        awaitAnswer();
    }

    /** One that was killed may come back only when its old session is over, and it is the new one that decides on it. */
    private void shortenSession() {
        try {
            Properties properties = new Properties();
            try (var in = Files.newBufferedReader(Path.of(config()))) {
                properties.load(in);
            }
            properties.setProperty(SESSION, "4000");
            write(properties);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As an administrator would, so that it tells its clients first. */
    public void stop() {
        Process running = process;
        if (running == null) return;
        running.destroy();
        if (!ended(running, TIME_TO_STOP)) kill();
    }

    /** As if the machine had failed. */
    public void kill() {
        Process running = process;
        if (running != null && !ended(running.destroyForcibly(), TIME_TO_STOP))
            throw new IllegalStateException("the broker does not end, process " + running.pid());
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(folder.toFile());
    }

    // Starting

    private void configure(Map<String, String> settings) throws IOException {
        int controller = freePort();
        Map<String, String> all = new TreeMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", "1");
        all.put("controller.quorum.voters", "1@localhost:" + controller);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("listeners", "CLIENT://localhost:" + port + ",CONTROLLER://localhost:" + controller);
        all.put("advertised.listeners", "CLIENT://localhost:" + port);
        all.put("inter.broker.listener.name", "CLIENT");
        all.put("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("log.dirs", folder.resolve("data").toString());
        all.put("num.partitions", "1");
        all.put("offsets.topic.num.partitions", "1");
        all.put("offsets.topic.replication.factor", "1");
        all.put("transaction.state.log.num.partitions", "1");
        all.put("transaction.state.log.replication.factor", "1");
        all.put("transaction.state.log.min.isr", "1");
        all.put("share.coordinator.state.topic.num.partitions", "1");
        all.put("share.coordinator.state.topic.replication.factor", "1");
        all.put("share.coordinator.state.topic.min.isr", "1");
        all.put("group.initial.rebalance.delay.ms", "0");
        // Long, or its controller takes a broker that had to wait for a processor for a dead one.
        all.put(SESSION, "30000");
        all.put("broker.heartbeat.interval.ms", "500");
        all.put("controlled.shutdown.enable", "false");
        all.put("log.retention.hours", "-1");
        settings.forEach((name, value) -> all.put(name, value.replace("${port}", String.valueOf(port))));
        Properties properties = new Properties();
        properties.putAll(all);
        write(properties);
    }

    private void write(Properties properties) throws IOException {
        try (var out = Files.newBufferedWriter(Path.of(config()))) {
            properties.store(out, null);
        }
    }

    private void format() throws IOException {
        Process format = run("format.txt", "kafka.tools.StorageTool", "format", "-t", clusterId(), "-c", config());
        if (!ended(format, TIME_TO_START) || format.exitValue() != 0)
            throw new IOException("the broker's folder could not be formatted: " + said("format.txt"));
    }

    private static String clusterId() {
        UUID id = UUID.randomUUID();
        byte[] bytes = java.nio.ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        // The tool would take it for an option.
        return text.startsWith("-") ? "A" + text.substring(1) : text;
    }

    private Process run(String log, String... command) {
        try {
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx384m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                    "-cp",
                    classPath()));
            line.addAll(List.of(command));
            return new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(folder.resolve(log).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() throws IOException {
        try (InputStream in = KafkaBroker.class.getResourceAsStream("classpath.txt")) {
            if (in == null)
                throw new IOException("classpath.txt is missing; Maven writes it when it builds this module");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** The port alone would be too early: it is open before the broker can do anything. */
    private void awaitAnswer() {
        long deadline = System.nanoTime() + TIME_TO_START.toNanos();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers(),
                "reconnect.backoff.ms",
                "50",
                "retries",
                "1000",
                // Starting over would happen in a loop without a pause, as long as no broker answers.
                "metadata.recovery.strategy",
                "none");
        try (Admin admin = Admin.create(settings)) {
            while (true) {
                if (process == null || !process.isAlive())
                    throw new IllegalStateException("the broker ended: " + said("log.txt"));
                try {
                    if (!admin.describeCluster()
                            .nodes()
                            .get(2, TimeUnit.SECONDS)
                            .isEmpty()) return;
                } catch (ExecutionException | TimeoutException e) {
                    if (System.nanoTime() > deadline)
                        throw new IllegalStateException("the broker did not answer: " + said("log.txt"), e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the broker started", e);
        }
    }

    private String config() {
        return folder.resolve("server.properties").toString();
    }

    private String said(String log) {
        try {
            return Files.readString(folder.resolve(log));
        } catch (IOException e) {
            return "it said nothing";
        }
    }

    private static boolean ended(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * A port that is free, and that stays so while a broker is away: below those that systems give to outgoing connections.
     * Clients that try to reach a dead broker would sooner or later be given its own port. The forks of a build look for
     * theirs in different places, so that none takes the port of another's broker that is away.
     */
    public static int freePort() throws IOException {
        int lowest = LOWEST_PORT + Integer.getInteger("redrive.fork", 0) % FORKS * PORTS_OF_A_FORK;
        for (int tries = 0; tries < PORTS_OF_A_FORK; tries++) {
            int port = lowest + NEXT_PORT.getAndIncrement() % PORTS_OF_A_FORK;
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // the port is in use
            }
        }
        throw new IOException("no port between " + lowest + " and " + (lowest + PORTS_OF_A_FORK) + " is free");
    }

    private static void delete(File file) {
        File[] inside = file.listFiles();
        if (inside != null) for (File each : inside) delete(each);
        if (!file.delete() && file.exists()) file.deleteOnExit();
    }
}
