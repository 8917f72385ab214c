package dev.redrive.archive;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cold storage: objects under keys such as {@code dlq/2026/11/18/14/TimeoutException/0193….ndjson.zst}. Safe to use from many threads
 * and many processes at once. Every call ends within a bounded time.
 *
 * <p>Every method throws {@link ArchiveUnavailable} when a later call can succeed, and {@link ArchiveException} otherwise.
 */
public interface Archive extends AutoCloseable {
    /** Writes the whole content of a file, or nothing; replaces an object of that key. Durable when it returns. */
    void put(String key, Path content);

    /** The same for a small content, without a file: the disk may be full. */
    void put(String key, byte[] content);

    /** The object of that key without its content; empty when there is none. */
    Optional<ArchiveObject> stat(String key);

    /**
     * Reads at most {@code length} bytes from an offset; fewer only at the end of the object, none behind it.
     *
     * @throws NoSuchObject when there is no object of that key
     */
    byte[] read(String key, long offset, int length);

    /** The next objects whose keys begin with a prefix, in the order of their keys, after a key. */
    List<ArchiveObject> list(String prefix, @Nullable String after, int limit);

    /** The names directly below a prefix that ends in a slash and have objects below them, in their order: {@code 2025, 2026}. */
    List<String> folders(String prefix);

    /** Deletes an object; one that is not there is no error. */
    void delete(String key);

    /** Writes, reads and deletes a small object, so that a missing permission shows at the start and not at the first run. */
    void check();

    /** Its address for people to read, without secrets. */
    String address();

    @Override
    void close();
}
