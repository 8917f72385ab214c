package dev.redrive.internal.replay;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.Handler;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.replay.CommandResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A queue whose letters are replayed to a payment service, with what that service received. */
final class ReplayFixture implements AutoCloseable {
    final DeadLetterStore store;
    final Redrive redrive;
    final List<String> arrived = new CopyOnWriteArrayList<>();
    private volatile Service service = payload -> {};

    /** What happens to a letter when it arrives. */
    interface Service {
        void take(String payload) throws Exception;
    }

    ReplayFixture() {
        this(memoryStore(), chosen -> chosen);
    }

    static ReplayFixture on(DeadLetterStore store) {
        return new ReplayFixture(store, chosen -> chosen);
    }

    static InMemoryDeadLetterStore memoryStore() {
        return new InMemoryDeadLetterStore(InstantSource.system());
    }

    ReplayFixture(DeadLetterStore store, UnaryOperator<RedriveBuilder> choices) {
        this.store = store;
        this.redrive = choices.apply(Redrive.on(store)).open();
        Handler take = this::take;
        redrive.handle("payments*", take);
    }

    private void take(DeadLetter letter) throws Exception {
        String payload = letter.payload().text();
        service.take(payload);
        arrived.add(payload);
    }

    ReplayFixture when(Service value) {
        service = value;
        return this;
    }

    // Letters

    /** Letters that need a person, with these numbers as their payloads. */
    List<LetterId> letters(int count) {
        return letters("payments", count);
    }

    List<LetterId> letters(String channel, int count) {
        List<FailedMessage> failed = IntStream.range(0, count)
                .mapToObj(
                        i -> FailedMessage.of(channel, Message.of("" + i), new IllegalStateException("what is this?")))
                .toList();
        return redrive.captureAll(failed).stream().map(CaptureResult::id).toList();
    }

    DeadLetter letter(LetterId id) {
        return redrive.letters().find(id).orElseThrow();
    }

    LetterStatus status(LetterId id) {
        return letter(id).status();
    }

    long resolved(List<LetterId> ids) {
        return count(ids, LetterStatus.RESOLVED);
    }

    long count(List<LetterId> ids, LetterStatus status) {
        return ids.stream().filter(id -> status(id) == status).count();
    }

    // Replays

    static PlanRequest all() {
        return PlanRequest.of(Selection.ByFilter.oldestFirst(Filter.all()));
    }

    Replay plan(PlanRequest request) {
        return redrive.replays().plan(request);
    }

    Replay start(PlanRequest request) {
        ReplayId id = plan(request).id();
        command(id, ReplayState.Command.START);
        return replay(id);
    }

    void command(ReplayId id, ReplayState.Command command) {
        CommandResult result = redrive.replays().command(id, command, "anna");
        if (!(result instanceof CommandResult.Done)) throw new AssertionError(command + " was not done: " + result);
    }

    Replay replay(ReplayId id) {
        return redrive.replays().find(id).orElseThrow();
    }

    /** Starts it and waits until it is over. */
    Replay run(PlanRequest request) {
        return await(start(request).id(), ReplayState.DONE);
    }

    Replay await(ReplayId id, ReplayState state) {
        return await(id, replay -> replay.state() == state);
    }

    Replay await(ReplayId id, Predicate<Replay> condition) {
        return Await.until("the state of " + id, Await.TIMEOUT, () -> replay(id), condition);
    }

    List<LedgerLine> ledger(ReplayId id) {
        List<LedgerLine> all = new ArrayList<>();
        List<LedgerLine> page;
        do {
            page = redrive.replays()
                    .ledger(
                            id,
                            Set.of(),
                            all.isEmpty() ? 0 : all.get(all.size() - 1).position(),
                            500);
            all.addAll(page);
        } while (!page.isEmpty());
        return all;
    }

    LedgerLine line(ReplayId id, LetterId letter) {
        return store.replays().line(id, letter).orElseThrow();
    }

    @Nullable
    String why(ReplayId id, LetterId letter) {
        return line(id, letter).why();
    }

    static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toList();
    }

    @Override
    public void close() {
        redrive.close();
    }
}
