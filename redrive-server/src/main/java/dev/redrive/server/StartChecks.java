package dev.redrive.server;

import dev.redrive.Stores;
import dev.redrive.jdbc.sqlite.SqliteStartCheck;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.config.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What on this machine would keep a server from starting, although its settings are right. Nothing is changed or migrated: a
 * server may be running with the same store, archive and port.
 */
final class StartChecks {
    private static final String FILE = "sqlite:";
    private static final byte[] DATABASE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private StartChecks() {}

    static Optional<String> in(Settings settings) {
        return address(settings.http().bind())
                .or(() -> store(settings.store(), StartChecks::canWriteTo))
                .or(() -> ServerArchive.trouble(settings.archive()));
    }

    private static Optional<String> address(InetAddress bind) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(bind, 0));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(bind.getHostAddress() + " is no address of this machine; choose another with --bind");
        }
    }

    static Optional<String> store(String url, Predicate<Path> canWriteTo) {
        Optional<String> trouble = Stores.trouble(url);
        if (trouble.isPresent()) return trouble;
        if (!url.startsWith(FILE)) return Optional.empty();
        Path file = Path.of(url.substring(FILE.length())).toAbsolutePath();
        try {
            return Files.exists(file) ? file(file, canWriteTo) : folder(file, canWriteTo);
        } catch (IOException e) {
            return Optional.of("the store " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static Optional<String> file(Path file, Predicate<Path> canWriteTo) throws IOException {
        if (!Files.isRegularFile(file)) return Optional.of("the store " + file + " is no file");
        if (!Files.isReadable(file) || !Files.isWritable(file))
            return Optional.of("the store " + file + " cannot be read and written by this user");
        Path folder = file.getParent();
        if (folder != null && !canWriteTo.test(folder))
            return Optional.of("the store " + file + " cannot be opened: " + folder + " is no folder to write to, and "
                    + file.getFileName() + "-wal belongs there");
        return isDatabase(file)
                ? SqliteStartCheck.trouble(file).map(why -> "the store " + why)
                : Optional.of("the store " + file + " is no SQLite database");
    }

    /** An empty file becomes one. */
    private static boolean isDatabase(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(DATABASE.length);
            return start.length == 0 || Arrays.equals(start, DATABASE);
        }
    }

    private static Optional<String> folder(Path file, Predicate<Path> canWriteTo) {
        Path folder = file.getParent();
        while (folder != null && !Files.exists(folder)) folder = folder.getParent();
        return folder != null && canWriteTo.test(folder)
                ? Optional.empty()
                : Optional.of("the store " + file + " cannot be made: " + folder + " is no folder to write to");
    }

    /** By trying it, because the administrator may write everywhere, except to folders that take no files. */
    private static boolean canWriteTo(Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, ".redrive-check", null));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
