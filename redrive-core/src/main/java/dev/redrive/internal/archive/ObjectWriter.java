package dev.redrive.internal.archive;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes an object: letters as lines of JSON, in zstd frames of a few hundred, and at the end a skippable frame with the index.
 * Holds one frame in memory. {@code docs/archive-format.md} describes the bytes.
 */
final class ObjectWriter implements AutoCloseable {
    static final int FRAME_LETTERS = 250;

    /** Only a frame with a single letter has more. */
    static final int FRAME_BYTES = 4 * 1024 * 1024;

    /** With more, the index would be large, and much would have to be written anew to change one letter. */
    private static final int MOST_LETTERS = 20_000;

    private static final int MOST_FRAMES = 2_000;
    private static final long MOST_BYTES = 256L * 1024 * 1024;

    /** An index that has more channels or causes than this lists none. */
    static final int MOST_NAMES = 1000;

    /** A frame of this kind is passed over by every program that reads zstd. */
    static final int SKIPPABLE = 0x184D2A5E;

    static final byte[] MAGIC = "REDRIVE1".getBytes(StandardCharsets.US_ASCII);

    /** Behind the index: its length, its checksum and the magic bytes. */
    static final int FOOTER = 2 * Integer.BYTES + 8;

    /** The header of a skippable frame: its kind and its length. */
    static final int SKIPPABLE_HEADER = 2 * Integer.BYTES;

    private static final int LEVEL = 6;

    private final String errorType;
    private final Optional<LetterId> replaces;
    private final OutputStream out;
    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true);
    private final MessageDigest sha256 = Sha256.digest();
    private final Map<String, Integer> channels = new LinkedHashMap<>();
    private final Map<CauseId, Integer> causes = new LinkedHashMap<>();
    private final List<KeyFilter.Hash> keys = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private OpenFrame open = new OpenFrame();
    private long written;
    private long rawBytes;
    private int letters;

    /** @param replaces the object that this one is written instead of */
    ObjectWriter(Path file, String errorType, Optional<LetterId> replaces) throws IOException {
        this.errorType = errorType;
        this.replaces = replaces;
        this.out = Files.newOutputStream(file);
    }

    /** The frame that lines are added to. */
    private static final class OpenFrame {
        final ByteArrayOutputStream lines = new ByteArrayOutputStream(256 * 1024);
        final BitSet channels = new BitSet();
        final BitSet causes = new BitSet();
        int letters;

        @Nullable
        LetterId first;

        @Nullable
        LetterId last;

        void add(LetterId id) {
            letters++;
            if (first == null || id.compareTo(first) < 0) first = id;
            if (last == null || id.compareTo(last) > 0) last = id;
        }
    }

    /** @param line with the end of the line */
    void add(DeadLetter letter, byte[] line) throws IOException {
        if (open.letters > 0 && open.lines.size() + line.length > FRAME_BYTES) endFrame();
        open.lines.writeBytes(line);
        open.add(letter.id());
        open.channels.set(number(channels, letter.channel()));
        open.causes.set(number(causes, letter.cause()));
        open.causes.set(number(causes, letter.lastCause()));
        addKeys(letter);
        if (open.letters >= FRAME_LETTERS) endFrame();
    }

    /** One more than the most is remembered, which shows that there are too many. */
    private static <T> int number(Map<T, Integer> known, T name) {
        Integer number = known.get(name);
        if (number != null) return number;
        if (known.size() > MOST_NAMES) return MOST_NAMES;
        known.put(name, known.size());
        return known.size() - 1;
    }

    private void addKeys(DeadLetter letter) {
        keys.add(KeyFilter.Hash.of(letter.id()));
        if (!letter.eventId().equals(letter.id().toString())) keys.add(KeyFilter.Hash.of(letter.eventId()));
        Payload key = letter.message().origin().key();
        if (key != null) keys.add(KeyFilter.Hash.of(key.bytes()));
    }

    private void endFrame() throws IOException {
        OpenFrame frame = open;
        if (frame.first == null || frame.last == null) return;
        byte[] packed = zstd.compress(frame.lines.toByteArray());
        frames.add(new Frame(
                written,
                packed.length,
                crc(packed),
                frame.lines.size(),
                frame.letters,
                frame.first,
                frame.last,
                frame.channels,
                frame.causes));
        sha256.update(packed);
        out.write(packed);
        written += packed.length;
        rawBytes += frame.lines.size();
        letters += frame.letters;
        open = new OpenFrame();
    }

    boolean isEmpty() {
        return letters == 0 && open.letters == 0;
    }

    /** Whether the next letter should go into another object. */
    boolean isFull() {
        return letters + open.letters >= MOST_LETTERS || frames.size() >= MOST_FRAMES || written >= MOST_BYTES;
    }

    /** Ends the object, which has at least one letter. */
    ObjectIndex finish() throws IOException {
        endFrame();
        KeyFilter filter = KeyFilter.forValues(keys.size());
        keys.forEach(filter::add);
        if (names(channels).isEmpty()) frames.forEach(frame -> frame.channels().clear());
        if (names(causes).isEmpty()) frames.forEach(frame -> frame.causes().clear());
        ObjectIndex index = new ObjectIndex(
                replaces,
                letters,
                frames.stream().map(Frame::first).min(LetterId::compareTo).orElseThrow(),
                frames.stream().map(Frame::last).max(LetterId::compareTo).orElseThrow(),
                errorType,
                names(channels),
                names(causes),
                filter,
                rawBytes,
                HexFormat.of().formatHex(sha256.digest()),
                frames);
        out.write(end(ObjectIndexJson.write(index)));
        out.flush();
        return index;
    }

    private static <T> Optional<List<T>> names(Map<T, Integer> known) {
        return known.size() > MOST_NAMES ? Optional.empty() : Optional.of(List.copyOf(known.keySet()));
    }

    /** The skippable frame with the index. */
    static byte[] end(byte[] json) {
        ByteBuffer end =
                ByteBuffer.allocate(SKIPPABLE_HEADER + json.length + FOOTER).order(ByteOrder.LITTLE_ENDIAN);
        end.putInt(SKIPPABLE).putInt(json.length + FOOTER).put(json);
        end.putInt(json.length).putInt(crc(json)).put(MAGIC);
        return end.array();
    }

    static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        zstd.close();
        out.close();
    }
}
