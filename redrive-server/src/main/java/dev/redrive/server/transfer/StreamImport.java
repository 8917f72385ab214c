package dev.redrive.server.transfer;

import dev.redrive.Redrive;
import dev.redrive.internal.export.ExportedLetterReader;
import dev.redrive.json.InvalidJson;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.capture.LetterBatches;
import dev.redrive.server.capture.LetterBatches.Batch;
import dev.redrive.server.json.LineReader;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.questions.WholeLetter;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;

/**
 * Takes the letters of one stream in, a batch at a time. A line that cannot be taken ends it: nothing of its batch is stored,
 * and the answer names the line; what came before stays, and is known when the stream is sent again.
 */
final class StreamImport {
    private static final LetterBatches.Size BATCH = new LetterBatches.Size(500, 8 * 1024 * 1024);

    private final Redrive redrive;
    private final ExportedLetterReader reader;
    private final Caller caller;
    private final InstantSource clock;

    private long stored;
    private long fresh;

    StreamImport(Redrive redrive, ExportedLetterReader reader, Caller caller, InstantSource clock) {
        this.redrive = redrive;
        this.reader = reader;
        this.caller = caller;
        this.clock = clock;
    }

    void run(LineReader lines, RequestMemory held) {
        LetterBatches<WholeLetter> batches = new LetterBatches<>(lines, BATCH, held, this::read);
        for (Batch<WholeLetter> batch = batches.next(); !batch.isOver(); batch = batches.next()) {
            batch.badLine().ifPresent(bad -> {
                throw at(bad.number(), bad.problem());
            });
            store(batch);
        }
    }

    private WholeLetter read(LineReader line) {
        WholeLetter whole = parse(line);
        String channel = whole.letter().channel();
        if (!caller.mayUse(channel))
            throw Problem.forbidden("you may not import into the channel " + channel)
                    .with("channel", channel);
        return whole;
    }

    private WholeLetter parse(LineReader line) {
        try {
            return reader.readWhole(line.buffer(), line.from(), line.length(), clock.instant());
        } catch (InvalidJson e) {
            throw Problem.of(e);
        }
    }

    private void store(Batch<WholeLetter> batch) {
        try {
            fresh += redrive.importAll(distinct(batch.letters())).stream()
                    .filter(CaptureResult::isNew)
                    .count();
            stored += batch.letters().size();
        } catch (CannotOpen e) {
            throw at(
                    batch.lineNumbers().get(0),
                    Problem.badRequest("from here on a letter cannot be taken: " + e.getMessage()));
        } catch (StoreUnavailable e) {
            throw at(
                    batch.lineNumbers().get(0),
                    Problem.of(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "the store is away, and so the letters from here on could not be kept; import them again"));
        }
    }

    /** A letter that stands in the stream twice is taken the first time. */
    private static List<WholeLetter> distinct(List<WholeLetter> letters) {
        Set<Object> seen = new HashSet<>();
        return letters.stream().filter(letter -> seen.add(letter.letter().id())).toList();
    }

    private Problem at(long line, Problem problem) {
        return problem.atLine(
                line, stored, "the first " + stored + " letters are stored, and known when they are sent again");
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
