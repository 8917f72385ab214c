package dev.redrive.server.capture;

import dev.redrive.Redrive;
import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.server.capture.LetterBatches.Batch;
import dev.redrive.server.json.LineReader;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.springframework.http.HttpStatus;

/** Captures the letters of one stream, a batch at a time. */
final class StreamCapture {
    private static final LetterBatches.Size BATCH = new LetterBatches.Size(1000, 1024 * 1024);
    private static final int IDS_KEPT = 1000;

    private final Redrive redrive;
    private final LetterReader reader;
    /** Checks a letter and gives it its key, which depends on its line. */
    private final BiFunction<FailedMessage, LineReader, FailedMessage> admit;

    private final List<LetterId> ids = new ArrayList<>();
    private long captured;
    private long duplicates;

    StreamCapture(Redrive redrive, LetterReader reader, BiFunction<FailedMessage, LineReader, FailedMessage> admit) {
        this.redrive = redrive;
        this.reader = reader;
        this.admit = admit;
    }

    void run(LineReader lines, RequestMemory held) {
        LetterBatches<FailedMessage> batches = new LetterBatches<>(lines, BATCH, held, this::read);
        for (Batch<FailedMessage> batch = batches.next(); !batch.isOver(); batch = batches.next()) {
            // Whatever came before a line that cannot be read is stored first.
            if (!batch.isEmpty()) store(batch);
            batch.badLine().ifPresent(bad -> {
                throw at(bad.number(), bad.problem());
            });
        }
    }

    private FailedMessage read(LineReader line) {
        FailedMessage letter = reader.letter(line.buffer(), line.from(), line.length());
        return admit.apply(letter, line);
    }

    private void store(Batch<FailedMessage> batch) {
        try {
            redrive.captureAll(batch.letters()).forEach(this::count);
        } catch (InvalidLetter invalid) {
            throw at(
                    batch.lineNumbers().get(invalid.index()), Problem.badRequest(String.valueOf(invalid.getMessage())));
        } catch (StoreUnavailable | CaptureFailed e) {
            throw at(
                    batch.lineNumbers().get(0),
                    Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "the store is away, and so the letters from here on could not be kept; send them again"));
        }
    }

    private void count(CaptureResult one) {
        if (one.isNew()) {
            captured++;
        } else {
            duplicates++;
        }
        if (ids.size() < IDS_KEPT) ids.add(one.id());
    }

    /** The same problem, and from which line on the sender has to send again. */
    private Problem at(long line, Problem problem) {
        return problem.atLine(line, stored(), stored() + " letters are stored");
    }

    long stored() {
        return captured + duplicates;
    }

    long captured() {
        return captured;
    }

    long duplicates() {
        return duplicates;
    }

    /** The first of them; a long stream has too many ids for one answer. */
    List<LetterId> ids() {
        return ids;
    }
}
