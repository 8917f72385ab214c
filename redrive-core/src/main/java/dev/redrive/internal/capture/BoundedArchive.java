package dev.redrive.internal.capture;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.ArchiveUnavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** An archive whose callers wait for a limited time, also where it takes its time in spite of its contract. */
final class BoundedArchive implements Archive {
    /** With so many calls that have not ended, the next one is not begun. */
    private static final int MOST_UNFINISHED = 16;

    private final Archive archive;
    private final TimedCalls calls;

    BoundedArchive(Archive archive, Duration patience) {
        this.archive = archive;
        this.calls = new TimedCalls("archive", patience);
    }

    private <T> T call(Callable<T> work) {
        try {
            if (calls.unfinished() < MOST_UNFINISHED) return calls.call(work);
        } catch (TimedCalls.Hangs e) {
            throw new ArchiveUnavailable(String.valueOf(e.getMessage()), e);
        }
        throw new ArchiveUnavailable(
                "the archive hangs: " + MOST_UNFINISHED + " calls have not ended", new IllegalStateException());
    }

    private void run(Runnable work) {
        call(() -> {
            work.run();
            return true;
        });
    }

    @Override
    public void put(String key, Path content) {
        run(() -> archive.put(key, content));
    }

    @Override
    public void put(String key, byte[] content) {
        run(() -> archive.put(key, content));
    }

    @Override
    public Optional<ArchiveObject> stat(String key) {
        return call(() -> archive.stat(key));
    }

    @Override
    public byte[] read(String key, long offset, int length) {
        return call(() -> archive.read(key, offset, length));
    }

    @Override
    public List<ArchiveObject> list(String prefix, @Nullable String after, int limit) {
        return call(() -> archive.list(prefix, after, limit));
    }

    @Override
    public List<String> folders(String prefix) {
        return call(() -> archive.folders(prefix));
    }

    @Override
    public void delete(String key) {
        run(() -> archive.delete(key));
    }

    @Override
    public void check() {
        run(archive::check);
    }

    @Override
    public String address() {
        return archive.address();
    }

    /** The archive itself belongs to others. */
    @Override
    public void close() {
        calls.close();
    }
}
