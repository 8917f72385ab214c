package dev.redrive.testing;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveKeys;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.archive.NoSuchObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** An archive that a test can look into, take away and bring back. */
public final class InMemoryArchive implements Archive {
    private final ConcurrentSkipListMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private volatile boolean away;
    private volatile Runnable beforeEachCall = () -> {};

    public void goAway() {
        away = true;
    }

    public void comeBack() {
        away = false;
    }

    /** Runs this before each call, on the thread of the call. */
    public void beforeEachCall(Runnable work) {
        beforeEachCall = work;
    }

    /** The content of all objects by their keys, to look at and to change. */
    public Map<String, byte[]> objects() {
        return objects;
    }

    private void answer() {
        beforeEachCall.run();
        if (away) throw new ArchiveUnavailable("the archive is away", new IOException("connection refused"));
    }

    @Override
    public void put(String key, Path content) {
        try {
            put(key, Files.readAllBytes(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void put(String key, byte[] content) {
        String checked = ArchiveKeys.checked(key);
        answer();
        objects.put(checked, content.clone());
    }

    @Override
    public Optional<ArchiveObject> stat(String key) {
        answer();
        byte[] content = objects.get(ArchiveKeys.checked(key));
        return content == null ? Optional.empty() : Optional.of(new ArchiveObject(key, content.length));
    }

    @Override
    public byte[] read(String key, long offset, int length) {
        if (offset < 0 || length < 0)
            throw new IllegalArgumentException("cannot read " + length + " bytes from " + offset);
        answer();
        byte[] content = objects.get(ArchiveKeys.checked(key));
        if (content == null) throw new NoSuchObject(key);
        int from = (int) Math.min(offset, content.length);
        return Arrays.copyOfRange(content, from, from + Math.min(content.length - from, length));
    }

    @Override
    public List<ArchiveObject> list(String prefix, @Nullable String after, int limit) {
        if (limit < 1) throw new IllegalArgumentException("the limit must be at least 1, was " + limit);
        answer();
        return objects.entrySet().stream()
                .filter(object -> object.getKey().startsWith(prefix))
                .filter(object -> after == null || object.getKey().compareTo(after) > 0)
                .limit(limit)
                .map(object -> new ArchiveObject(object.getKey(), object.getValue().length))
                .toList();
    }

    @Override
    public List<String> folders(String prefix) {
        if (!ArchiveKeys.isFolder(prefix)) throw new IllegalArgumentException(prefix + " is no folder");
        answer();
        return objects.keySet().stream()
                .filter(key -> key.startsWith(prefix) && key.indexOf('/', prefix.length()) > 0)
                .map(key -> key.substring(prefix.length(), key.indexOf('/', prefix.length())))
                .distinct()
                .toList();
    }

    @Override
    public void delete(String key) {
        answer();
        objects.remove(ArchiveKeys.checked(key));
    }

    @Override
    public void check() {
        answer();
    }

    @Override
    public String address() {
        return "memory:";
    }

    @Override
    public void close() {}
}
