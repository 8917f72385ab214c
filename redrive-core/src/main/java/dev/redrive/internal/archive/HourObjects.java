package dev.redrive.internal.archive;

import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.text.LruMap;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects of one hour, in the order of their keys. A letter may be in two of them, when a process ended while it wrote one anew; then
 * the line that was changed last counts.
 */
final class HourObjects {
    private static final int REMEMBERED_FRAMES = 100;

    private final ObjectReader reader;
    private final ArchiveLines lines;
    private final List<ArchiveObject> objects;
    private final Map<Frame, Map<LetterId, Instant>> changes = new LruMap<>(REMEMBERED_FRAMES);

    HourObjects(ObjectReader reader, ArchiveLines lines, List<ArchiveObject> objects) {
        this.reader = reader;
        this.lines = lines;
        this.objects = objects.stream()
                .sorted(Comparator.comparing(ArchiveObject::key))
                .toList();
    }

    List<ArchiveObject> all() {
        return objects;
    }

    /** Whether no other object has a later line about a letter; damaged ones do not count. */
    boolean isNewest(DeadLetter letter, ArchiveObject object) {
        String folder = ObjectKey.folderOf(object.key());
        return objects.stream()
                .filter(other ->
                        !other.equals(object) && ObjectKey.folderOf(other.key()).equals(folder))
                .noneMatch(other -> isLaterIn(other, letter, object));
    }

    private boolean isLaterIn(ArchiveObject other, DeadLetter letter, ArchiveObject object) {
        Optional<Instant> there = changed(other, letter.id());
        if (there.isEmpty()) return false;
        int order = there.get().compareTo(letter.state().updatedAt());
        return order > 0 || (order == 0 && other.key().compareTo(object.key()) > 0);
    }

    /** When the line that an object has about a letter was changed last. */
    private Optional<Instant> changed(ArchiveObject object, LetterId id) {
        try {
            ObjectIndex index = reader.index(object);
            if (!index.mayHold(id)) return Optional.empty();
            for (Frame frame : index.frames()) {
                if (!frame.mayHold(id)) continue;
                Instant time = changes(object, frame).get(id);
                if (time != null) return Optional.of(time);
            }
        } catch (DamagedObject e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private Map<LetterId, Instant> changes(ArchiveObject object, Frame frame) throws DamagedObject {
        Map<LetterId, Instant> known = changes.get(frame);
        if (known != null) return known;
        Map<LetterId, Instant> times = new HashMap<>();
        lines.in(reader, object, frame, badLine -> {})
                .forEach(letter ->
                        times.put(letter.letter().id(), letter.letter().state().updatedAt()));
        changes.put(frame, times);
        return times;
    }
}
