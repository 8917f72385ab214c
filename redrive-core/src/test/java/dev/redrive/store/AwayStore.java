package dev.redrive.store;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store that a test can take away and bring back. */
public final class AwayStore extends ForwardingStore {
    private volatile boolean away;
    private final AtomicInteger capturesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger ordersLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger calls = new AtomicInteger();

    public AwayStore(DeadLetterStore behind) {
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
        ordersLeft.set(orders);
    }

    public void comeBack() {
        away = false;
        ordersLeft.set(Integer.MAX_VALUE);
        capturesLeft.set(Integer.MAX_VALUE);
    }

    /** How often somebody tried to capture. */
    public int calls() {
        return calls.get();
    }

    private void check() {
        if (away) throw new StoreUnavailable("the store is away", new Exception("connection refused"));
    }

    @Override
    public List<Captured> capture(List<NewLetter> letters) {
        calls.incrementAndGet();
        if (capturesLeft.getAndDecrement() <= 0) away = true;
        check();
        return super.capture(letters);
    }

    private void order() {
        if (ordersLeft.getAndDecrement() <= 0) away = true;
        check();
    }

    @Override
    public Moved move(LetterId id, Order order) {
        order();
        return super.move(id, order);
    }

    @Override
    public BulkMoved moveAll(Filter filter, Order order, int limit, @Nullable LetterId after) {
        order();
        return super.moveAll(filter, order, limit, after);
    }

    @Override
    public Removed delete(LetterId id) {
        order();
        return super.delete(id);
    }

    @Override
    public List<Captured> adopt(List<Adopted> letters) {
        check();
        return super.adopt(letters);
    }

    @Override
    public TakenIn takeIn(Intake intake) {
        check();
        return super.takeIn(intake);
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        check();
        return super.find(id);
    }
}
