package dev.redrive.internal.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayProgress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The ledger of a replay in the hands of the node that runs it, with the counts kept along. */
final class RunLedger implements AutoCloseable {
    private static final long PUBLISH_EVERY = Duration.ofMillis(250).toNanos();

    private final ReplayBook book;
    private final ReplayId id;
    private final Events events;
    private final LedgerWriter writer;
    private ReplayProgress progress;
    private final Duration activeBefore;
    private final long began = System.nanoTime();
    private long publishedAt = System.nanoTime();
    private boolean dirty;

    private RunLedger(ReplayBook book, ReplayId id, Events events, ReplayProgress progress) {
        this.book = book;
        this.id = id;
        this.events = events;
        this.writer = new LedgerWriter(book, id);
        this.progress = progress;
        this.activeBefore = progress.active();
    }

    /** Counts the lines anew: the node that ran it before may have died between a line and its count. */
    static RunLedger open(ReplayBook book, Replay replay, Events events) {
        ReplayProgress counted = new ReplayProgress(
                book.tally(replay.id()),
                replay.progress().step(),
                replay.progress().active());
        return new RunLedger(book, replay.id(), events, counted);
    }

    ReplayProgress progress() {
        return progress;
    }

    List<LedgerLine> next(long after, int limit) {
        return book.next(id, after, limit);
    }

    /** Writes what became of lines that were all in one state; {@link #flush} waits until it is written. */
    void mark(LineState from, List<LedgerLine.Mark> marks) {
        if (marks.isEmpty()) return;
        writer.write(marks);
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        for (LedgerLine.Mark mark : marks) counts.merge(mark.state(), 1L, Long::sum);
        moved(from, counts);
    }

    void flush() {
        writer.flush();
    }

    void moved(LineState from, Map<LineState, Long> counts) {
        if (counts.isEmpty()) return;
        progress = progress.moved(from, counts);
        dirty = true;
        events.publish(() -> new RedriveEvent.ReplayMarked(id, from, counts));
    }

    void stepDone() {
        progress = progress.afterStep(progress.step() + 1);
        dirty = true;
    }

    /** Stores and publishes its progress from time to time. */
    void publishSometimes() {
        if (dirty && System.nanoTime() - publishedAt > PUBLISH_EVERY) publish();
    }

    /** While letters go out, time counts as active. */
    void publishActive() {
        progress = progress.active(activeBefore.plusNanos(System.nanoTime() - began));
        publishSometimes();
    }

    /** Counts the lines once more, when everything is written. */
    void publishExactly() {
        flush();
        progress = new ReplayProgress(book.tally(id), progress.step(), progress.active());
        publish();
    }

    private void publish() {
        book.progress(id, progress);
        publishedAt = System.nanoTime();
        dirty = false;
        book.find(id).ifPresent(replay -> events.publish(() -> new RedriveEvent.ReplayChanged(replay)));
    }

    @Override
    public void close() {
        writer.close();
    }
}
