package dev.redrive.kafka;

import dev.redrive.store.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded file of records that the broker did not take. Records are added to one file while those of an older one are
 * sent. Each is a length, a checksum and the record; what a crash left half written at the end was never answered and is
 * cut off. Only one process can have it.
 */
final class DlqJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DlqJournal.class);
    private static final int HEAD = 8;

    private final Path file;
    private final Path sending;
    private final long maxBytes;
    private final FileChannel lockFile;
    private @Nullable FileChannel out;
    private long sendingBytes;

    /** Where a record lies in the file that is being sent. */
    record Place(long position, int length, OutgoingCodec.Label label) {}

    DlqJournal(Path path, long maxBytes) throws IOException {
        this.file = path.toAbsolutePath();
        this.sending = file.resolveSibling(file.getFileName() + ".sending");
        this.maxBytes = maxBytes;
        Path folder = file.getParent();
        if (folder != null) PrivateFiles.folder(folder);
        this.lockFile = own(file.resolveSibling(file.getFileName() + ".lock"));
        this.sendingBytes = size(sending);
    }

    /** Two processes with one journal would write over each other. */
    private static FileChannel own(Path path) throws IOException {
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
    synchronized List<OutgoingCodec.Label> labels() throws IOException {
        List<OutgoingCodec.Label> labels = new ArrayList<>();
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
        while (count < records.size() && end + HEAD + records.get(count).length + sendingBytes <= maxBytes)
            end += HEAD + records.get(count++).length;
        try {
            for (byte[] record : records.subList(0, count)) write(channel, record);
            if (count > 0) channel.force(false);
        } catch (IOException e) {
            undo(channel, start);
            throw e;
        }
        return count;
    }

    private static void write(FileChannel channel, byte[] record) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + record.length)
                .putInt(record.length)
                .putInt(checksum(record))
                .put(record)
                .flip();
        while (frame.hasRemaining()) channel.write(frame);
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

    /** What a crash left half written is cut off. */
    private FileChannel behindLast(Path path) throws IOException {
        PrivateFiles.file(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        List<Place> whole = places(path);
        Place last = whole.isEmpty() ? null : whole.get(whole.size() - 1);
        channel.truncate(last == null ? 0 : last.position() + last.length());
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
            for (Place place : places(file)) write(to, bytes(in, place));
            to.force(true);
        }
        Files.delete(file);
    }

    Outgoing read(Place place) throws IOException {
        try (FileChannel in = FileChannel.open(sending, StandardOpenOption.READ)) {
            return OutgoingCodec.decode(bytes(in, place));
        }
    }

    private static byte[] bytes(FileChannel in, Place place) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(place.length());
        while (bytes.hasRemaining() && in.read(bytes, place.position() + bytes.position()) >= 0) {}
        return bytes.array();
    }

    /** Only these are still to be sent. */
    synchronized void keep(List<Place> unsent) throws IOException {
        if (unsent.isEmpty()) {
            Files.deleteIfExists(sending);
        } else {
            Path rest = file.resolveSibling(file.getFileName() + ".rest");
            PrivateFiles.file(rest);
            try (FileChannel in = FileChannel.open(sending, StandardOpenOption.READ);
                    FileChannel to = FileChannel.open(
                            rest,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                for (Place place : unsent) write(to, bytes(in, place));
                to.force(true);
            }
            Files.move(rest, sending, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        sendingBytes = size(sending);
    }

    /** The whole records of a file. One that is damaged in the middle is passed over, and the file is kept as it is. */
    private List<Place> places(Path path) throws IOException {
        List<Place> places = new ArrayList<>();
        long size = Files.size(path);
        long at = 0;
        int damaged = 0;
        try (InputStream file = Files.newInputStream(path);
                DataInputStream in = new DataInputStream(new BufferedInputStream(file))) {
            while (size - at >= HEAD) {
                int length = in.readInt();
                int checksum = in.readInt();
                if (length < 0 || length > size - at - HEAD) break;
                byte[] bytes = in.readNBytes(length);
                boolean last = at + HEAD + length == size;
                if (checksum == checksum(bytes)) places.add(new Place(at + HEAD, length, OutgoingCodec.label(bytes)));
                else if (!last) damaged++;
                at += HEAD + length;
            }
        }
        if (damaged > 0) keepDamaged(path, damaged);
        return places;
    }

    private void keepDamaged(Path path, int damaged) throws IOException {
        Path copy = path.resolveSibling(file.getFileName() + ".damaged-" + Files.size(path));
        if (Files.exists(copy)) return;
        Files.copy(path, copy);
        LOG.error("{} records of the journal are damaged and cannot be sent; the file is kept as {}", damaged, copy);
    }

    private static int checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    @Override
    public synchronized void close() throws IOException {
        if (out != null) out.close();
        out = null;
        lockFile.close();
    }
}
