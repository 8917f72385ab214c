package dev.redrive.testmongo;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server that speaks MongoDB's protocol, in a process of its own. It can be killed and started again on the same port. */
public final class MongoProcess implements AutoCloseable {
    private static final Duration TIME_TO_START = Duration.ofSeconds(60);
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(30);
    private static final int PAUSE_MILLIS = 20;
    private static final int USUAL_MEGABYTES = 512;

    private final Path folder;
    private final int port;
    private final Kind kind;
    private final int megabytes;
    private final Thread atExit = new Thread(this::kill, "end-of-mongo-server");
    private @Nullable Process process;

    /** What it is like. */
    enum Kind {
        IN_MEMORY,
        ON_DISK,
        REPLICA_SET
    }

    private MongoProcess(Path folder, int port, Kind kind, int megabytes) {
        this.folder = folder;
        this.port = port;
        this.kind = kind;
        this.megabytes = megabytes;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Keeps its data in memory: fast, and empty when it is started again. */
    public static MongoProcess inMemory() {
        return inMemory(USUAL_MEGABYTES);
    }

    /** The same with so much memory; 100 000 letters need about 2 GB. */
    public static MongoProcess inMemory(int megabytes) {
        return start(Kind.IN_MEMORY, megabytes);
    }

    /** Keeps its data in a file, and has what it acknowledged again when it is started again, also after it was killed. */
    public static MongoProcess onDisk() {
        return start(Kind.ON_DISK, USUAL_MEGABYTES);
    }

    /** Answers as the primary of a replica set does, and can be told to fail, see {@link ReplicaSet}. Keeps its data in memory. */
    public static MongoProcess replicaSet() {
        return start(Kind.REPLICA_SET, USUAL_MEGABYTES);
    }

    private static MongoProcess start(Kind kind, int megabytes) {
        try {
            MongoProcess server = new MongoProcess(Files.createTempDirectory("mongo"), freePort(), kind, megabytes);
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

    /** The address of a database, as users of Redrive write it. */
    public String url(String database) {
        return "mongodb://127.0.0.1:" + port + "/" + database
                + (kind == Kind.REPLICA_SET ? "?replicaSet=" + ReplicaSet.NAME : "");
    }

    /** The process as the machine sees it, for measuring what it needs. */
    public ProcessHandle handle() {
        Process running = process;
        if (running == null) throw new IllegalStateException("the MongoDB server was not started");
        return running.toHandle();
    }

    public int port() {
        return port;
    }

    /** On the same port, with the data that it kept. */
    public void startAgain() {
        if (process != null && process.isAlive()) return;
        try {
            process = new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer(process);
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                ServerMain.class.getName(),
                String.valueOf(port),
                kind.name()));
        if (kind == Kind.ON_DISK) command.add(folder.resolve("data.mv").toString());
        return command;
    }

    private static String classPath() throws IOException {
        try (InputStream in = MongoProcess.class.getResourceAsStream("classpath.txt")) {
            if (in == null)
                throw new IOException("classpath.txt is missing; Maven writes it when it builds this module");
            Path own = Path.of(MongoProcess.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            String others = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return own + File.pathSeparator + others;
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Lets it end by itself, with all its data written. */
    public void stop() {
        Process running = process;
        if (running == null) return;
        try {
            running.getOutputStream().close();
            if (!running.waitFor(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS)) kill();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As if the machine had failed. */
    public void kill() {
        Process running = process;
        if (running == null) return;
        try {
            if (!running.destroyForcibly().waitFor(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS))
                throw new IllegalStateException("the MongoDB server does not end, process " + running.pid());
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

    private void awaitAnswer(Process started) {
        long deadline = System.nanoTime() + TIME_TO_START.toNanos();
        while (!answers()) {
            if (!started.isAlive()) throw new IllegalStateException("the MongoDB server ended: " + said());
            if (System.nanoTime() > deadline)
                throw new IllegalStateException("the MongoDB server did not answer: " + said());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
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
