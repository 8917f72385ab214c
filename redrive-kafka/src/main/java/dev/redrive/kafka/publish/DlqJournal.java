package dev.redrive.kafka.publish;

import dev.redrive.internal.file.PrivateFiles;
import dev.redrive.internal.journal.FrameFile;
import dev.redrive.internal.journal.JournalQuarantine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded file of records that the broker did not take. Records are added to one file while those of an older one are
 * sent. What a crash left half written at the end was never answered; whatever else cannot be read, a copy is kept beside the
 * file and all other records are sent. Only one process can have it.
 */
final class DlqJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DlqJournal.class);

    private final Path file;
    private final Path sending;
    private final long maxBytes;
    private final JournalQuarantine quarantine;
    private final FileChannel lockFile;
    private @Nullable FileChannel out;
    private long sendingBytes;

    /** Where a record lies in the file that is being sent. */
    record Place(long position, int length, OutgoingRecordCodec.Label label) {}

    DlqJournal(Path path, long maxBytes) throws IOException {
        this.file = path.toAbsolutePath();
        this.sending = file.resolveSibling(file.getFileName() + ".sending");
        this.maxBytes = maxBytes;
        this.quarantine = new JournalQuarantine(file);
        Path folder = file.getParent();
        if (folder != null) PrivateFiles.folder(folder);
        this.lockFile = own(file.resolveSibling(file.getFileName() + ".lock"));
        for (Path each : List.of(file, sending)) PrivateFiles.tighten(each);
        this.sendingBytes = size(sending);
    }

    /** Two processes with one journal would write over each other. */
    private static FileChannel own(Path path) throws IOException {
        PrivateFiles.file(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            LOG.debug("another publisher of this process has the journal {}", path);
        }
        if (lock != null) return channel;
        channel.close();
        throw new IOException("the journal " + path + " belongs to another publisher; give this one its own");
    }

    private static long size(Path path) throws IOException {
        return Files.exists(path) ? Files.size(path) : 0;
    }

    /** All that is in it, from both files. */
    synchronized List<OutgoingRecordCodec.Label> labels() throws IOException {
        List<OutgoingRecordCodec.Label> labels = new ArrayList<>();
        for (Path path : List.of(sending, file))
            if (Files.exists(path)) places(path).forEach(place -> labels.add(place.label()));
        return labels;
    }

    /** Adds as many from the beginning as there is room for; they are on disk when it returns, and it says how many. */
    synchronized int append(List<byte[]> records) throws IOException {
        FileChannel channel = open();
        long start = channel.position();
        long end = start;
        int count = 0;
        while (count < records.size() && end + FrameFile.size(records.get(count)) + sendingBytes <= maxBytes)
            end += FrameFile.size(records.get(count++));
        try {
            for (byte[] record : records.subList(0, count)) FrameFile.append(record, channel);
            if (count > 0) channel.force(false);
        } catch (IOException e) {
            undo(channel, start);
            throw e;
        }
        return count;
    }

    private void undo(FileChannel channel, long start) throws IOException {
        if (channel.isOpen()) channel.truncate(start);
        else out = null;
    }

    private FileChannel open() throws IOException {
        if (out != null && out.isOpen()) return out;
        FileChannel channel = behindLast(file);
        out = channel;
        return channel;
    }

    private FileChannel behindLast(Path path) throws IOException {
        if (Files.exists(path)) repair(path);
        PrivateFiles.file(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(channel.size());
        return channel;
    }

    /** What is to be sent now, in the order in which it was published; what is added from now on goes to another file. */
    synchronized List<Place> rotate() throws IOException {
        if (size(file) > 0) {
            if (out != null) out.close();
            out = null;
            if (Files.exists(sending)) merge();
            else Files.move(file, sending, StandardCopyOption.ATOMIC_MOVE);
        }
        sendingBytes = size(sending);
        if (sendingBytes == 0) return List.of();
        List<Place> places = new ArrayList<>(places(sending));
        places.sort(Comparator.comparingLong(place -> place.label().sequence()));
        return places;
    }

    /** Some of the last time are left. After a crash in the middle a few are sent twice, none is lost. */
    private void merge() throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = behindLast(sending)) {
            for (Place place : places(file)) FrameFile.append(bytes(in, place), to);
            to.force(true);
        }
        Files.delete(file);
    }

    OutgoingRecord read(Place place) throws IOException {
        try (FileChannel in = FileChannel.open(sending, StandardOpenOption.READ)) {
            return OutgoingRecordCodec.decode(bytes(in, place));
        }
    }

    private static byte[] bytes(FileChannel in, Place place) throws IOException {
        return FrameFile.bytes(in, place.position(), place.length());
    }

    /** Only these are still to be sent. */
    synchronized void keep(List<Place> unsent) throws IOException {
        if (unsent.isEmpty()) {
            Files.deleteIfExists(sending);
        } else {
            rewrite(sending, unsent);
        }
        sendingBytes = size(sending);
    }

    /** All of it or nothing of it. */
    private void rewrite(Path path, List<Place> places) throws IOException {
        Path rest = file.resolveSibling(file.getFileName() + ".rest");
        PrivateFiles.file(rest);
        try (FileChannel in = FileChannel.open(path, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(
                        rest,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            for (Place place : places) FrameFile.append(bytes(in, place), to);
            to.force(true);
        }
        Files.move(rest, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The whole records of a file; damaged parts are copied to quarantine and removed from the file. */
    private List<Place> places(Path path) throws IOException {
        repair(path);
        return read(path).places();
    }

    private void repair(Path path) throws IOException {
        Content content = read(path);
        if (content.damaged() > 0 && content.isDamagedOnlyAtItsEnd()) {
            quarantine.endOf(path, content.end());
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(content.end());
                channel.force(true);
            }
        } else if (content.damaged() > 0) {
            quarantine.copyOf(path, content.damaged());
            rewrite(path, content.places());
        }
    }

    /** What a file holds, how many places of it cannot be read, and how many of these are before the last whole record. */
    private record Content(List<Place> places, int damaged, int damagedBefore) {
        boolean isDamagedOnlyAtItsEnd() {
            return damagedBefore == 0;
        }

        long end() {
            if (places.isEmpty()) return 0;
            Place last = places.get(places.size() - 1);
            return last.position() + last.length();
        }
    }

    private static Content read(Path path) throws IOException {
        List<Place> places = new ArrayList<>();
        int unknown = 0;
        int before = 0;
        try (FrameFile frames = new FrameFile(path)) {
            for (byte[] bytes = frames.next(); bytes != null; bytes = frames.next()) {
                OutgoingRecordCodec.Label label = label(bytes);
                if (label == null) {
                    unknown++;
                    continue;
                }
                before = frames.damaged() + unknown;
                places.add(new Place(frames.position(), bytes.length, label));
            }
            return new Content(places, frames.damaged() + unknown, before);
        }
    }

    private static OutgoingRecordCodec.@Nullable Label label(byte[] bytes) {
        try {
            return OutgoingRecordCodec.label(bytes);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (out != null) out.close();
        out = null;
        lockFile.close();
    }
}
