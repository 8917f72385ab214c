package dev.redrive.server.transfer;

import dev.redrive.Redrive;
import dev.redrive.letter.DeadLetter;
import dev.redrive.server.access.Caller;
import dev.redrive.server.letters.Lines;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Captured;
import dev.redrive.store.StoreUnavailable;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;

/**
 * Takes the letters of one stream in, a batch at a time. A line that cannot be taken ends it: nothing of its batch is stored,
 * and the answer names the line; what came before stays, and is known when the stream is sent again.
 */
final class StreamImport {
    private static final int BATCH_LETTERS = 500;
    private static final int BATCH_BYTES = 4 * 1024 * 1024;

    private final Redrive redrive;
    private final CopyReader reader;
    private final Caller caller;
    private final InstantSource clock;

    private final List<DeadLetter> batch = new ArrayList<>();
    private long batchBytes;
    private long batchLine;
    private long stored;
    private long fresh;

    StreamImport(Redrive redrive, CopyReader reader, Caller caller, InstantSource clock) {
        this.redrive = redrive;
        this.reader = reader;
        this.caller = caller;
        this.clock = clock;
    }

    void run(Lines lines) {
        while (read(lines)) {
            if (batch.size() == BATCH_LETTERS || batchBytes >= BATCH_BYTES) store();
        }
        store();
    }

    private boolean read(Lines lines) {
        try {
            if (!lines.next()) return false;
            add(lines);
            return true;
        } catch (Problem problem) {
            throw at(lines.number(), problem);
        } catch (IOException e) {
            throw at(lines.number(), Body.unreadable(e));
        }
    }

    private void add(Lines lines) {
        DeadLetter letter = reader.read(lines.buffer(), lines.from(), lines.length(), clock.instant());
        if (!caller.mayUse(letter.channel()))
            throw Problem.forbidden("you may not import into the channel " + letter.channel())
                    .with("channel", letter.channel());
        if (batch.isEmpty()) batchLine = lines.number();
        batch.add(letter);
        batchBytes += lines.length();
    }

    private void store() {
        if (batch.isEmpty()) return;
        List<DeadLetter> letters = distinct(batch);
        long read = batch.size();
        batch.clear();
        batchBytes = 0;
        try {
            fresh += redrive.adopt(letters).stream().filter(Captured::isNew).count();
            stored += read;
        } catch (StoreUnavailable e) {
            throw at(
                    batchLine,
                    Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "the store is away, and so the letters from here on could not be kept; import them again"));
        }
    }

    /** A letter that stands in the stream twice is taken the first time. */
    private static List<DeadLetter> distinct(List<DeadLetter> letters) {
        Set<Object> seen = new HashSet<>();
        return letters.stream().filter(letter -> seen.add(letter.id())).toList();
    }

    private Problem at(long line, Problem problem) {
        Problem told = Problem.of(
                problem.status(),
                "line " + line + ": " + problem.getMessage() + "; the first " + stored
                        + " letters are stored, and known when they are sent again");
        problem.extras().forEach(told::with);
        return told.with("line", line).with("stored", stored);
    }

    /** How many letters of the stream are in the store now. */
    long stored() {
        return stored;
    }

    /** How many of them were not there before. */
    long fresh() {
        return fresh;
    }
}
