package dev.redrive.benchmarks.retention;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The lines of all objects in a folder, as {@code zstdcat} prints them. */
final class ArchivedLines {
    private static final String SUFFIX = ".ndjson.zst";

    private final Path folder;

    ArchivedLines(Path folder) {
        this.folder = folder;
    }

    interface Reader {
        /** Takes a line with its end. */
        void line(byte[] line);
    }

    List<Path> objects() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        }
    }

    void read(Reader reader) throws IOException {
        for (Path object : objects()) read(object, reader);
    }

    private static void read(Path object, Reader reader) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
        try (InputStream in =
                new BufferedInputStream(new ZstdInputStream(Files.newInputStream(object)).setContinuous(true))) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                line.write(next);
                if (next != '\n') continue;
                reader.line(line.toByteArray());
                line.reset();
            }
        }
    }
}
