package dev.redrive.endtoend.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * The packaged server as the launcher starts it: its jar unpacked, with an archive of its classes. It starts in half of the
 * time of the jar. Made once for each build of the jar; the forks of the tests share it.
 */
final class UnpackedServer {
    private static final long PATIENCE_SECONDS = 120;
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Path jar;
    private final Path archive;

    private UnpackedServer(Path folder, Path packaged) {
        this.jar = folder.resolve(packaged.getFileName());
        this.archive = folder.resolve("classes.jsa");
    }

    /** Unpacks it unless an earlier test did. */
    static UnpackedServer of(Path packaged) {
        try {
            Path folder = Path.of("target", "server-" + checksum(packaged) + "-" + Runtime.version())
                    .toAbsolutePath();
            Files.createDirectories(folder);
            UnpackedServer server = new UnpackedServer(folder, packaged);
            try (FileChannel lock = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                if (held.isValid() && !Files.exists(server.archive)) server.unpack(packaged, folder);
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the server was unpacked", e);
        }
    }

    private static String checksum(Path file) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        return Long.toHexString(sum.getValue());
    }

    private void unpack(Path packaged, Path folder) throws IOException, InterruptedException {
        run(folder, "-Djarmode=tools", "-jar", packaged.toString(), "extract", "--force", "--destination", "" + folder);
        List<String> training = new ArrayList<>(FLAGS);
        training.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Dspring.context.exit=onRefresh"));
        training.addAll(List.of("-jar", jar.toString(), "serve", "--port", "0", "--store", "memory:"));
        run(folder, training.toArray(String[]::new));
    }

    private static void run(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(List.of(arguments));
        Path log = folder.resolve("unpacking.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0)
            throw new IOException("the server could not be unpacked; see " + log);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The beginning of the command that starts it; its own arguments follow. */
    List<String> command(String heap, Path temporary) {
        List<String> command = new ArrayList<>(List.of(java(), "-Xmx" + heap));
        command.addAll(FLAGS);
        command.addAll(List.of(
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off",
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                jar.toString()));
        return command;
    }
}
