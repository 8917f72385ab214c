package dev.redrive.tests3;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A real S3 server in a process of its own; it checks signatures, and its buckets are folders. It can be killed and started again
 * on the same port with the same data.
 */
public final class S3Server implements AutoCloseable {
    public static final String ACCESS_KEY = "redrive-test";
    public static final String SECRET_KEY = "not-so-secret";

    private static final Duration TIME_TO_START = Duration.ofSeconds(60);
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(30);
    private static final int PAUSE_MILLIS = 50;

    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::kill, "end-of-s3-server");
    private @Nullable Process process;

    private S3Server(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a server whose data is in a new folder below the temporary one, and waits until it answers. */
    public static S3Server start() {
        try {
            Path folder = Files.createTempDirectory("s3");
            S3Server server = new S3Server(folder, freePort());
            Files.createDirectory(server.buckets());
            server.configure();
            server.startAgain();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void configure() throws IOException {
        List<String> settings = List.of(
                "s3proxy.endpoint=" + endpoint(),
                "s3proxy.authorization=aws-v2-or-v4",
                "s3proxy.identity=" + ACCESS_KEY,
                "s3proxy.credential=" + SECRET_KEY,
                "jclouds.provider=filesystem-nio2",
                "jclouds.filesystem.basedir=" + buckets());
        Files.write(config(), settings);
    }

    public String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** The URL of an archive in a bucket of this server; {@code prefix} begins with a slash or is empty. */
    public String archiveUrl(String bucket, String prefix) {
        return "s3://" + bucket + prefix + "?endpoint=" + endpoint() + "&region=us-east-1&path-style=true";
    }

    /** What a process has in its environment that uses this server. */
    public Map<String, String> credentials() {
        return Map.of("AWS_ACCESS_KEY_ID", ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", SECRET_KEY);
    }

    // Buckets

    public void createBucket(String name) {
        try {
            Files.createDirectory(bucket(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With all that is in it. */
    public void deleteBucket(String name) {
        delete(bucket(name).toFile());
    }

    /** The folder with the objects of a bucket, as files. */
    public Path bucket(String name) {
        return buckets().resolve(name);
    }

    private Path buckets() {
        return folder.resolve("buckets");
    }

    // The process

    /** The same port and the same data as before. */
    public void startAgain() {
        if (process != null && process.isAlive()) return;
        try {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-DLOG_LEVEL=warn",
                            "-cp",
                            classPath(),
                            "org.gaul.s3proxy.Main",
                            "--properties",
                            config().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer(process);
    }

    /** As if the machine had failed. */
    public void kill() {
        Process running = process;
        if (running == null) return;
        try {
            if (!running.destroyForcibly().waitFor(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS))
                throw new IllegalStateException("the S3 server does not end, process " + running.pid());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(folder.toFile());
    }

    private static String classPath() throws IOException {
        try (InputStream in = S3Server.class.getResourceAsStream("classpath.txt")) {
            if (in == null)
                throw new IOException("classpath.txt is missing; Maven writes it when it builds this module");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private void awaitAnswer(Process started) {
        long deadline = System.nanoTime() + TIME_TO_START.toNanos();
        while (!answers()) {
            if (!started.isAlive()) throw new IllegalStateException("the S3 server ended: " + said());
            if (System.nanoTime() > deadline)
                throw new IllegalStateException("the S3 server did not answer: " + said());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    private boolean answers() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(endpoint()).toURL().openConnection();
            connection.setConnectTimeout(1000);
            connection.setReadTimeout(1000);
            return connection.getResponseCode() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Path config() {
        return folder.resolve("s3proxy.conf");
    }

    private Path log() {
        return folder.resolve("log.txt");
    }

    private String said() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return "it said nothing";
        }
    }

    private static void delete(File file) {
        File[] inside = file.listFiles();
        if (inside != null) for (File each : inside) delete(each);
        if (!file.delete() && file.exists()) file.deleteOnExit();
    }
}
