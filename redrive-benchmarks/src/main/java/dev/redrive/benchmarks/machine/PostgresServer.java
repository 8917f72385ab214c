package dev.redrive.benchmarks.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A PostgreSQL server of our own in a temporary folder, as durable as PostgreSQL is by default. */
public final class PostgresServer implements AutoCloseable {
    private static final List<String> SETTINGS = List.of(
            "shared_buffers=1GB",
            "max_wal_size=8GB",
            "checkpoint_timeout=30min",
            "max_connections=150",
            "jit=off",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=");

    private final Path programs;
    private final Path data;
    private final int port;

    private PostgresServer(Path programs, Path data, int port) {
        this.programs = programs;
        this.data = data;
        this.port = port;
    }

    public static PostgresServer start(Workspace workspace) throws IOException {
        Path programs = unpack(Files.createDirectory(workspace.folder().resolve("postgres")));
        Path data = Files.createDirectory(workspace.folder().resolve("data"));
        if (isRoot()) execute(List.of("chown", "nobody", data.toString()));
        PostgresServer server = new PostgresServer(programs, data, freePort());
        workspace.closeAtExit(server);
        server.start();
        return server;
    }

    private void start() throws IOException {
        program("initdb", "--username=redrive", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8");
        String settings = SETTINGS.stream().map(setting -> " -c " + setting).collect(Collectors.joining());
        program("pg_ctl", "start", "--wait", "--log=" + data.resolve("server.log"), "--options=-p " + port + settings);
    }

    /** An empty database, which takes the place of an earlier one with this name. */
    public Database fresh(String name) throws SQLException {
        Database database = new Database(urlOf(name), () -> drop(name));
        drop(name);
        postgres().run("CREATE DATABASE " + name);
        return database;
    }

    private void drop(String name) throws SQLException {
        postgres().run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    /** Everything written so far goes to disk now, so that no measure pays for the one before it. */
    public void checkpoint() throws SQLException {
        postgres().run("CHECKPOINT");
    }

    public String version() throws SQLException {
        return postgres().text("""
                SELECT format('PostgreSQL %s, fsync %s, synchronous_commit %s, full_page_writes %s',
                    current_setting('server_version'), current_setting('fsync'),
                    current_setting('synchronous_commit'), current_setting('full_page_writes'))""");
    }

    public ProcessHandle process() throws IOException {
        long pid = Long.parseLong(Files.readAllLines(pidFile()).get(0).strip());
        return ProcessHandle.of(pid).orElseThrow(() -> new IOException("the PostgreSQL server has ended"));
    }

    @Override
    public synchronized void close() throws IOException {
        // Nothing of it is kept, so it may end as if the machine had failed.
        if (Files.exists(pidFile())) program("pg_ctl", "stop", "--wait", "--mode=immediate");
    }

    private Database postgres() {
        return new Database(urlOf("postgres"), () -> {});
    }

    private String urlOf(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=redrive&reWriteBatchedInserts=true".formatted(port, database);
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    private void program(String name, String... arguments) throws IOException {
        // PostgreSQL refuses to run as root.
        List<String> command = new ArrayList<>(isRoot() ? List.of("runuser", "-u", "nobody", "--") : List.of());
        command.add(programs.resolve(name).toString());
        command.addAll(List.of(arguments));
        command.add("--pgdata=" + data);
        execute(command);
    }

    private static Path unpack(Path folder) throws IOException {
        Path archive = folder.resolve("postgres.txz");
        try (InputStream in = PostgresServer.class.getResourceAsStream("/postgres-linux-x86_64.txz")) {
            Files.copy(Objects.requireNonNull(in, "no PostgreSQL for Linux on x86-64 on the class path"), archive);
        }
        execute(List.of("tar", "-xJf", archive.toString(), "-C", folder.toString()));
        Files.delete(archive);
        return folder.resolve("bin");
    }

    private static void execute(List<String> command) throws IOException {
        Path output = Files.createTempFile("redrive-benchmarks", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile()) // the user "nobody" may not enter the folder of root
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile()) // a pipe would stay open as long as the server runs
                    .start();
            if (process.waitFor() != 0) throw new IOException(command + " failed: " + Files.readString(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + command.get(0));
        } finally {
            Files.delete(output);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
