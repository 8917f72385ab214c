package dev.redrive.server.capture;

import dev.redrive.server.json.LineReader;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The letters of a stream of lines, a batch at a time. The next batch is read when the last one is dealt with, so a sender is
 * never faster than the store, and memory holds one batch whatever the length of the stream.
 */
public final class LetterBatches<L> {
    private final LineReader lines;
    private final Size full;
    private final RequestMemory held;
    private final Function<LineReader, L> reader;
    /** The lines stand at one that there was no memory for. */
    private boolean waiting;

    /** The reader makes a letter of the line that the lines stand at, or throws a {@link Problem}. */
    public LetterBatches(LineReader lines, Size full, RequestMemory held, Function<LineReader, L> reader) {
        this.lines = lines;
        this.full = full;
        this.held = held;
        this.reader = reader;
    }

    /** A batch is full when it has so many letters, or when their lines have so many bytes. */
    public record Size(int letters, long bytes) {}

    /** A line that is no letter, and why. */
    public record BadLine(long number, Problem problem) {}

    /** Letters and the numbers of their lines; what follows a bad line is not read. */
    public record Batch<L>(List<L> letters, List<Long> lineNumbers, Optional<BadLine> badLine) {
        public boolean isEmpty() {
            return letters.isEmpty();
        }

        /** Whether the stream ended before this batch. */
        public boolean isOver() {
            return letters.isEmpty() && badLine.isEmpty();
        }
    }

    public Batch<L> next() {
        List<L> letters = new ArrayList<>();
        List<Long> lineNumbers = new ArrayList<>();
        held.release();
        try {
            read(letters, lineNumbers);
            return new Batch<>(letters, lineNumbers, Optional.empty());
        } catch (Problem problem) {
            return new Batch<>(letters, lineNumbers, Optional.of(new BadLine(lines.number(), problem)));
        } catch (IOException e) {
            return new Batch<>(letters, lineNumbers, Optional.of(new BadLine(lines.number(), Body.unreadable(e))));
        }
    }

    private void read(List<L> letters, List<Long> lineNumbers) throws IOException {
        long bytes = 0;
        if (!waiting) lines.shrink();
        while (letters.size() < full.letters() && bytes < full.bytes() && (waiting || lines.next())) {
            waiting = !held.tryTakeLetter(lines.length());
            // What came before is stored first: a request must not wait for memory while it holds some.
            if (waiting && !letters.isEmpty()) return;
            if (waiting) held.takeLetter(lines.length());
            waiting = false;
            letters.add(reader.apply(lines));
            lineNumbers.add(lines.number());
            bytes += lines.length();
        }
    }
}
