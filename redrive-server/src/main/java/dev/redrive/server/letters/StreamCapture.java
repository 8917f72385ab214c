package dev.redrive.server.letters;

import dev.redrive.Redrive;
import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Captured;
import dev.redrive.store.StoreUnavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.springframework.http.HttpStatus;

/**
 * Captures the letters of one stream, a batch at a time. The next batch is read when the last one is stored, so a sender
 * is never faster than the store, and memory holds one batch whatever the length of the stream.
 */
final class StreamCapture {
    private static final int BATCH_LETTERS = 1000;
    private static final int BATCH_BYTES = 1024 * 1024;
    private static final int IDS_KEPT = 1000;

    private final Redrive redrive;
    private final LetterReader reader;
    /** Checks a letter and gives it its key, which depends on its line. */
    private final BiFunction<FailedMessage, Long, FailedMessage> admit;

    private final List<FailedMessage> batch = new ArrayList<>();
    private final List<Long> lineNumbers = new ArrayList<>();
    private final List<LetterId> ids = new ArrayList<>();
    private long batchBytes;
    private long captured;
    private long duplicates;

    StreamCapture(Redrive redrive, LetterReader reader, BiFunction<FailedMessage, Long, FailedMessage> admit) {
        this.redrive = redrive;
        this.reader = reader;
        this.admit = admit;
    }

    void run(Lines lines) {
        while (read(lines)) {
            if (batch.size() == BATCH_LETTERS || batchBytes >= BATCH_BYTES) store();
        }
        store();
    }

    /** Whatever came before a line that cannot be read is stored first. */
    private boolean read(Lines lines) {
        try {
            if (!lines.next()) return false;
            add(lines);
            return true;
        } catch (Problem problem) {
            store();
            throw at(lines.number(), problem);
        } catch (IOException e) {
            store();
            throw at(lines.number(), Body.unreadable(e));
        }
    }

    private void add(Lines lines) {
        FailedMessage letter = reader.letter(lines.buffer(), lines.from(), lines.length());
        batch.add(admit.apply(letter, lines.number()));
        lineNumbers.add(lines.number());
        batchBytes += lines.length();
    }

    private void store() {
        if (batch.isEmpty()) return;
        List<FailedMessage> letters = List.copyOf(batch);
        batch.clear();
        batchBytes = 0;
        try {
            redrive.captureAll(letters).forEach(this::count);
        } catch (InvalidLetter invalid) {
            throw at(lineNumbers.get(invalid.index()), Problem.badRequest(String.valueOf(invalid.getMessage())));
        } catch (StoreUnavailable | CaptureFailed e) {
            throw at(
                    lineNumbers.get(0),
                    Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "the store is away, and so the letters from here on could not be kept; send them again"));
        }
        lineNumbers.clear();
    }

    private void count(Captured one) {
        if (one.isNew()) {
            captured++;
        } else {
            duplicates++;
        }
        if (ids.size() < IDS_KEPT) ids.add(one.id());
    }

    /** The same problem, and from which line on the sender has to send again. */
    private Problem at(long line, Problem problem) {
        Problem told = Problem.of(
                problem.status(),
                "line " + line + ": " + problem.getMessage() + "; " + stored() + " letters are stored");
        problem.extras().forEach(told::with);
        return told.with("line", line).with("stored", stored());
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

    /** The first of them; a long stream has more ids than anybody wants in one answer. */
    List<LetterId> ids() {
        return ids;
    }
}
