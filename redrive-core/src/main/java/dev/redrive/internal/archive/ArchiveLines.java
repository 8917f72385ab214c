package dev.redrive.internal.archive;

import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.export.ExportedLetterReader;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.WholeLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Letters as lines of an object: the same lines as an export has, with the sealed values beside. */
final class ArchiveLines {
    private static final byte[] BEGINNING = "{\"id\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int ID = 36;

    /** A payload that was taken once is read again, whatever the limit is by then. */
    private final ExportedLetterReader reader = new ExportedLetterReader(Integer.MAX_VALUE);

    private final InstantSource clock;

    ArchiveLines(InstantSource clock) {
        this.clock = clock;
    }

    /** The line of a letter, with its end. */
    static byte[] write(WholeLetter letter) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
        try {
            LetterJsonWriter.line(line, letter);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return line.toByteArray();
    }

    /** What would be lost if a line with its end were all that is left of its letter. */
    Optional<String> problem(byte[] line) {
        if (line.length > ObjectReader.largestFrame())
            return Optional.of("its line has " + line.length + " bytes; give this process more memory");
        try {
            WholeLetter copy = reader.readWhole(line, 0, line.length - 1, clock.instant());
            return Arrays.equals(write(copy), line)
                    ? Optional.empty()
                    : Optional.of("read back from its line it would be another letter");
        } catch (RuntimeException e) {
            return Optional.of("it cannot be read back from its line: " + e.getMessage());
        }
    }

    /** The id of the letter in a line, which is its first member, without reading the rest. */
    static Optional<LetterId> id(byte[] buffer, int from, int length) {
        int start = from + BEGINNING.length;
        boolean fits =
                length >= BEGINNING.length + ID && Arrays.equals(buffer, from, start, BEGINNING, 0, BEGINNING.length);
        if (!fits) return Optional.empty();
        try {
            return Optional.of(LetterId.of(new String(buffer, start, ID, StandardCharsets.US_ASCII)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whatever stands in a line that is no letter, it is damage of its object and nothing else. */
    WholeLetter read(String key, byte[] buffer, int from, int length) throws DamagedObject {
        try {
            return reader.readWhole(buffer, from, length, clock.instant());
        } catch (RuntimeException e) {
            throw new DamagedObject(key, "a line is no letter: " + e.getMessage());
        }
    }

    /**
     * All letters of a frame.
     *
     * @param problems is told about lines that are no letters; they are passed over
     * @throws DamagedObject when the frame as a whole is damaged
     */
    List<WholeLetter> in(ObjectReader objects, ArchiveObject object, Frame frame, Consumer<String> problems)
            throws DamagedObject {
        List<WholeLetter> letters = new ArrayList<>();
        objects.lines(object.key(), frame, (buffer, from, length) -> {
            try {
                letters.add(read(object.key(), buffer, from, length));
            } catch (DamagedObject e) {
                problems.accept(e.getMessage());
            }
        });
        return letters;
    }
}
