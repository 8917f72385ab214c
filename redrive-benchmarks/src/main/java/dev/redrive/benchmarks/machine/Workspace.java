package dev.redrive.benchmarks.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;

/** A temporary folder and what runs in it. All of it is gone when the process ends, also by Ctrl-C. */
public final class Workspace {
    private final Path folder;
    private final Deque<AutoCloseable> running = new ConcurrentLinkedDeque<>();

    private Workspace(Path folder) {
        this.folder = folder;
    }

    public static Workspace create() throws IOException {
        Path folder = Files.createTempDirectory("redrive-benchmarks");
        // The database server runs as another user when root starts the benchmark.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Workspace workspace = new Workspace(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(workspace::clear));
        return workspace;
    }

    public Path folder() {
        return folder;
    }

    /** Ends what was started last first. */
    public void closeAtExit(AutoCloseable started) {
        running.push(started);
    }

    private void clear() {
        running.forEach(Workspace::close);
        try {
            for (Path path : deepestFirst()) Files.deleteIfExists(path);
        } catch (IOException e) {
            System.err.println("could not delete " + folder + ", please do: " + e);
        }
    }

    private List<Path> deepestFirst() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }

    private static void close(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception e) {
            System.err.println("could not end " + started + ": " + e);
        }
    }
}
