package dev.redrive.internal.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.Replay;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.leases.ExpectedLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Has the letters of a replay changed and checked before they are claimed. */
final class LetterPreparation implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final int LARGE = 1024 * 1024;

    /** A letter is changed in memory, in several copies: of the large ones, one at a time in all replays of this process. */
    private static final Object ONE_LARGE = new Object();

    /** A letter to be claimed, or what became of it instead. */
    sealed interface Prepared {
        record Ready(ExpectedLetter expected) implements Prepared {}

        record Unfit(String why) implements Prepared {}
    }

    private final ReplayContext context;
    private final Replay replay;
    private final LetterTransformer.Transformer transformer;
    private final ExecutorService threads;

    LetterPreparation(ReplayContext context, Replay replay) {
        this.context = context;
        this.replay = replay;
        this.transformer = context.transformer().prepare(replay.task());
        this.threads = Executors.newFixedThreadPool(
                Math.min(AT_ONCE, replay.brakes().concurrency()), DaemonThreads.named("redrive-replay-preparation"));
    }

    /** In the order of the lines. */
    List<Prepared> prepare(List<LedgerLine> lines) throws InterruptedException {
        List<Future<Prepared>> futures = new ArrayList<>(lines.size());
        for (LedgerLine line : lines) futures.add(threads.submit(() -> prepare(line)));
        List<Prepared> prepared = new ArrayList<>(lines.size());
        for (Future<Prepared> future : futures) prepared.add(get(future));
        return prepared;
    }

    private static Prepared get(Future<Prepared> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) throw thrown;
            throw new IllegalStateException(e.getCause());
        }
    }

    private Prepared prepare(LedgerLine line) {
        if (context.store().payloadSize(line.letter()).orElse(0) < LARGE) return prepareNow(line);
        synchronized (ONE_LARGE) {
            return prepareNow(line);
        }
    }

    private Prepared prepareNow(LedgerLine line) {
        Optional<DeadLetter> letter = context.store().find(line.letter());
        // One that is not as it was planned is found out about when it is claimed.
        if (letter.isEmpty() || letter.get().state().version() != line.version()) return asPlanned(line);
        if (!letter.get().message().isWhole())
            return new Prepared.Unfit(letter.get().message().completeness().explanation());
        try {
            return prepare(line, letter.get());
        } catch (CannotOpen e) {
            return new Prepared.Unfit(Reason.shortened(String.valueOf(e.getMessage())));
        }
    }

    /** Changed and checked as a whole, like the target gets it; what is hidden of it is hidden again before it is kept. */
    private Prepared prepare(LedgerLine line, DeadLetter letter) {
        LetterTransformer.Prepared prepared = transformer.prepare(context.gate().open(letter));
        if (prepared instanceof LetterTransformer.Prepared.Unfit unfit)
            return new Prepared.Unfit(Reason.shortened(context.gate().textAbout(letter, unfit.why())));
        if (!(prepared instanceof LetterTransformer.Prepared.Changed changed)) return asPlanned(line);
        Edit hidden = context.gate().hideOpened(letter, changed.edit());
        Completeness after = hidden.completeness();
        return after == null || after.isWhole()
                ? edited(line, hidden)
                : new Prepared.Unfit("after the transform, " + after.explanation());
    }

    private Prepared edited(LedgerLine line, Edit change) {
        Edit edit = new Edit(
                change.payload(),
                change.headers(),
                change.completeness(),
                change.sealed(),
                change.priority(),
                change.tags(),
                ReplaySignature.note(replay.id()),
                replay.by());
        if (!(context.store().edit(line.letter(), line.version(), edit) instanceof EditResult.As as))
            return asPlanned(line);
        context.events().publish(() -> new RedriveEvent.Edited(line.letter(), as.version(), replay.by()));
        return new Prepared.Ready(
                new ExpectedLetter.AsSeen(line.letter(), line.status(), line.attempt(), as.version()));
    }

    static Prepared asPlanned(LedgerLine line) {
        return new Prepared.Ready(expected(line));
    }

    static ExpectedLetter expected(LedgerLine line) {
        return new ExpectedLetter.AsSeen(line.letter(), line.status(), line.attempt(), line.version());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
