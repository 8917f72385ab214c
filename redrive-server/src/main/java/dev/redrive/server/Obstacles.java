package dev.redrive.server;

import dev.redrive.Stores;
import dev.redrive.server.config.Settings;
import dev.redrive.store.DeadLetterStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What would keep a server from starting here and now, although its settings are right. */
final class Obstacles {
    private static final String FILE = "sqlite:";

    private Obstacles() {}

    static Optional<String> in(Settings settings) {
        return address(settings).or(() -> store(settings.store()));
    }

    private static Optional<String> address(Settings settings) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(
                    settings.http().bind(), settings.http().port()));
            return Optional.empty();
        } catch (java.net.BindException e) {
            return Optional.of(
                    String.valueOf(e.getMessage()).contains("in use")
                            ? Server.taken(settings)
                            : settings.http().bind().getHostAddress() + " is no address of this machine");
        } catch (IOException e) {
            return Optional.of("nothing can listen on port " + settings.http().port() + ": " + e.getMessage());
        }
    }

    /** A file that is not there yet is not made: whether it could be is enough. */
    private static Optional<String> store(String url) {
        if (url.startsWith(FILE)) {
            Path file = Path.of(url.substring(FILE.length())).toAbsolutePath();
            if (!Files.exists(file)) return folder(file);
        }
        try (DeadLetterStore unused = Stores.open(url)) {
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> folder(Path file) {
        Path folder = file.getParent();
        while (folder != null && !Files.exists(folder)) folder = folder.getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder))
            return Optional.of(
                    "the store " + file + " cannot be made: " + folder + " is no folder that can be written to");
        return Optional.empty();
    }
}
