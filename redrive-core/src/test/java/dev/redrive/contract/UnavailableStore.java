package dev.redrive.contract;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store that a test can take away and bring back. */
public final class UnavailableStore extends ForwardingStore {
    private volatile boolean away;
    private final AtomicInteger capturesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger calls = new AtomicInteger();

    public UnavailableStore(DeadLetterStore behind) {
        super(behind);
    }

    public void goAway() {
        away = true;
    }

    /** Goes away by itself after so many more captures. */
    public void goAwayAfter(int captures) {
        capturesLeft.set(captures);
    }

    /** Goes away by itself after so many more orders: moves of one letter, moves of a batch, deletions. */
    public void goAwayAfterOrders(int orders) {
        writesLeft.set(orders);
    }

    public void comeBack() {
        away = false;
        writesLeft.set(Integer.MAX_VALUE);
        capturesLeft.set(Integer.MAX_VALUE);
    }

    /** The number of captures that were tried. */
    public int calls() {
        return calls.get();
    }

    private void check() {
        if (away) throw new StoreUnavailable("the store is away", new Exception("connection refused"));
    }

    @Override
    public List<CaptureResult> capture(List<NewLetter> letters) {
        calls.incrementAndGet();
        if (capturesLeft.getAndDecrement() <= 0) away = true;
        check();
        return super.capture(letters);
    }

    private void countWrite() {
        if (writesLeft.getAndDecrement() <= 0) away = true;
        check();
    }

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        countWrite();
        return super.move(id, move);
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        countWrite();
        return super.moveAll(filter, move, limit, after);
    }

    @Override
    public DeleteResult delete(LetterId id) {
        countWrite();
        return super.delete(id);
    }

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> letters) {
        check();
        return super.importAll(letters);
    }

    @Override
    public IntakeResult ingest(Intake intake) {
        check();
        return super.ingest(intake);
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        check();
        return super.find(id);
    }

    @Override
    public AttributeIndex attributes() {
        check();
        return super.attributes();
    }
}
