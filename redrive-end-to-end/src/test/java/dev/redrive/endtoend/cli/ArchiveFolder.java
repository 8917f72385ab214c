package dev.redrive.endtoend.cli;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** An archive as programs see it that know nothing of Redrive: files of lines, packed with zstd. */
record ArchiveFolder(Path folder) {
    static ArchiveFolder in(Path parent) throws IOException {
        return new ArchiveFolder(Files.createDirectory(parent.resolve("archive")));
    }

    /** The keys of all objects with letters. */
    List<String> keys() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(key -> key.startsWith("dlq/"))
                    .sorted()
                    .toList();
        }
    }

    Path file(String key) {
        return folder.resolve(key);
    }

    /** All lines about letters of a channel, the oldest letter first. */
    List<String> lines(String channel) throws IOException {
        return keys().stream()
                .flatMap(key -> lines(file(key)))
                .filter(line -> line.contains("\"channel\":\"" + channel + "\""))
                .sorted()
                .toList();
    }

    static Stream<String> lines(Path file) {
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file)).setContinuous(false)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
