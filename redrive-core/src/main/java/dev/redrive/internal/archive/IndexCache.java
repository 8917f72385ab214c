package dev.redrive.internal.archive;

import dev.redrive.archive.ArchiveObject;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The indexes that were used last, as many as fit into some memory. Objects never change, so they stay right. Safe for many threads. */
final class IndexCache {
    /** Of JSON; indexes take about three times that in memory. */
    private static final long MOST_BYTES = 8L * 1024 * 1024;

    private final Map<ArchiveObject, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Entry(ObjectIndex index, int bytes) {}

    synchronized Optional<ObjectIndex> find(ArchiveObject object) {
        return Optional.ofNullable(entries.get(object)).map(Entry::index);
    }

    /** @param size how many bytes of JSON it was read from */
    synchronized void add(ArchiveObject object, ObjectIndex index, int size) {
        Entry before = entries.put(object, new Entry(index, size));
        bytes += size - (before == null ? 0 : before.bytes());
        Iterator<Entry> oldest = entries.values().iterator();
        while (bytes > MOST_BYTES) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
