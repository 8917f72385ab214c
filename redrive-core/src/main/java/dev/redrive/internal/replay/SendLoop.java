package dev.redrive.internal.replay;

import dev.redrive.internal.engine.ReplayAttempts;
import dev.redrive.internal.engine.SendResult;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the letters of a replay: claims them as they were planned, runs their attempts, and marks what came of them. */
final class SendLoop implements AutoCloseable {
    /** So many batches are claimed ahead, so that no worker waits for the store. */
    private static final int BATCHES_AHEAD = 4;

    private static final int MOST_TRIES = 5;
    private static final int MOST_HELD = 10_000;
    private static final Duration PATIENCE = Duration.ofMillis(50);
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration RACE = Duration.ofMillis(20);
    private static final Duration BUSY = Duration.ofMillis(250);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final ReplayContext context;
    private final Replay replay;
    private final RunLedger ledger;
    private final LedgerCursor cursor;
    private final BrakeCheck brakeCheck;
    private final TargetAvailability targets;
    private final Optional<LetterPreparation> preparation;
    private final Reconciliation reconciliation;
    private final ConfirmationPoll confirmations;
    private final Optional<RateBudget> budget;
    private final ReplayAttempts<LedgerLine> inFlight;
    private final String worker;
    /** Claimed just now, with an answer that was not looked at yet. */
    private final Set<LetterId> inHand = new HashSet<>();

    private final List<LedgerLine.Mark> marks = new ArrayList<>();
    private boolean hasMore;
    private boolean isWaiting;
    /** Lines whose channels are held. The replay ends its turn with them, and reads them again in the next one. */
    private int heldLines;

    private @Nullable ChannelHold hold;

    SendLoop(
            ReplayContext context,
            Replay replay,
            RunLedger ledger,
            BrakeCheck brakeCheck,
            TargetAvailability targets,
            String node) {
        this.context = context;
        this.replay = replay;
        this.isWaiting = replay.reason() != null;
        this.ledger = ledger;
        this.brakeCheck = brakeCheck;
        this.targets = targets;
        this.cursor = new LedgerCursor(ledger);
        this.preparation = replay.task().needsPreparation()
                ? Optional.of(new LetterPreparation(context, replay))
                : Optional.empty();
        this.reconciliation = new Reconciliation(context.store(), replay.id());
        this.confirmations = new ConfirmationPoll(context.store(), replay.id(), ledger);
        this.budget = RateBudget.of(replay.brakes(), System::nanoTime);
        this.worker = ReplaySignature.name(replay.id(), node);
        this.inFlight = context.engine()
                .replayAttempts(
                        replay.brakes().concurrency(),
                        Optional.ofNullable(replay.task().target()),
                        replay.by(),
                        brakeCheck.sendCheck());
    }

    /** Sends until there is nothing more to send, or until something says that it must not go on. */
    StopCause send(Supplier<Optional<StopCause>> stopOrdered) throws InterruptedException {
        try {
            return sendAll(stopOrdered);
        } catch (RuntimeException e) {
            inFlight.drain();
            throw e;
        }
    }

    private StopCause sendAll(Supplier<Optional<StopCause>> stopOrdered) throws InterruptedException {
        Optional<StopCause> stopCause = Optional.empty();
        while (stopCause.isEmpty() || !inFlight.isEmpty()) {
            // Called until the last letter is back, because the call also renews this node's ownership of the replay.
            Optional<StopCause> ordered = stopOrdered.get();
            if (stopCause.isEmpty()) {
                stopCause = ordered.or(brakeCheck::verdict).or(targets::verdict).or(this::complete);
                if (stopCause.isPresent()) inFlight.recall();
                else claim();
            }
            inFlight.rebalance();
            settle(stopCause.isPresent());
            ledger.publishActive();
        }
        return stopCause.get();
    }

    private Optional<StopCause> complete() {
        if (!inFlight.isEmpty()) return Optional.empty();
        if (cursor.isEmpty() && hold == null) return Optional.of(new StopCause.AllDone());
        Optional<StopCause> stepDone = brakeCheck.stepDone(ledger);
        return stepDone.isPresent() ? stepDone : waitForRelease();
    }

    /** When nothing goes out before a channel is released. */
    private Optional<StopCause> waitForRelease() {
        if (hold == null || (heldLines < MOST_HELD && !cursor.isIdle())) return Optional.empty();
        return Optional.of(
                new StopCause.ChannelsHeld("it waits: the channel " + hold.channel() + " is " + hold.sentence()));
    }

    // Claiming

    /** Claims a few batches and then returns, so that commands are noticed even if no line led to a letter sent. */
    private void claim() throws InterruptedException {
        hasMore = false;
        for (int turn = 0; turn < BATCHES_AHEAD; turn++) {
            int most = heldLines < MOST_HELD ? room() : 0;
            List<LedgerCursor.Next> next = most > 0 ? cursor.next(most, System.nanoTime()) : List.of();
            if (next.isEmpty()) return;
            claim(ready(withTarget(next)));
            flush();
        }
        hasMore = true;
    }

    /** How many letters may be claimed now, by every brake there is. */
    private int room() {
        Brakes brakes = replay.brakes();
        int ahead = brakes.concurrency() + (BATCHES_AHEAD - 1) * brakes.batchSize();
        long room = Math.min(brakes.batchSize(), ahead - inFlight.size());
        if (room < Math.min(brakes.batchSize(), ahead) / 4 && inFlight.size() > brakes.concurrency()) return 0;
        room = Math.min(room, inFlight.roomInMemory());
        room = Math.min(room, brakeCheck.leftInStep(ledger.progress()) - inFlight.size());
        if (budget.isPresent()) room = Math.min(room, budget.get().permits());
        return (int) Math.max(0, room);
    }

    /** Those whose target is available; the others wait for it, or are skipped when there is none. */
    private List<LedgerCursor.Next> withTarget(List<LedgerCursor.Next> next) {
        List<LedgerCursor.Next> open = new ArrayList<>(next.size());
        for (LedgerCursor.Next one : next) {
            String channel = one.line().channel();
            if (isHeld(channel)) continue;
            switch (targets.of(channel)) {
                case AVAILABLE -> open.add(one);
                case NOT_YET -> cursor.again(one, System.nanoTime() + LOOK_AGAIN.toNanos());
                case NONE -> over(one.line(), LineState.SKIPPED, TargetAvailability.noTarget(channel));
            }
        }
        return withoutBusy(open);
    }

    private boolean isHeld(String channel) {
        Optional<ChannelHold> found = context.engine().holdOn(channel);
        if (found.isEmpty()) return false;
        hold = found.get();
        heldLines++;
        return true;
    }

    /** Those of slow targets with enough to do come later, so that the others need not wait for them. */
    private List<LedgerCursor.Next> withoutBusy(List<LedgerCursor.Next> open) {
        List<Boolean> haveRoom =
                inFlight.haveRoom(open.stream().map(one -> one.line().channel()).toList());
        List<LedgerCursor.Next> next = new ArrayList<>(open.size());
        for (int i = 0; i < open.size(); i++) {
            if (haveRoom.get(i)) next.add(open.get(i));
            else cursor.again(open.get(i), System.nanoTime() + BUSY.toNanos());
        }
        return next;
    }

    /** Those that were prepared; the others are skipped with the reason in the ledger. */
    private List<LedgerCursor.Next> ready(List<LedgerCursor.Next> next) throws InterruptedException {
        if (preparation.isEmpty()) return next;
        List<LedgerCursor.Next> ready = new ArrayList<>();
        List<LetterPreparation.Prepared> prepared = preparation
                .get()
                .prepare(next.stream().map(LedgerCursor.Next::line).toList());
        for (int i = 0; i < next.size(); i++) {
            LedgerCursor.Next one = next.get(i);
            if (prepared.get(i) instanceof LetterPreparation.Prepared.Unfit unfit)
                over(one.line(), LineState.SKIPPED, unfit.why());
            else if (one.tries() > 0) ready.add(one);
            else
                ready.add(new LedgerCursor.Next(
                        one.line(), ((LetterPreparation.Prepared.Ready) prepared.get(i)).expected(), 0));
        }
        return ready;
    }

    private void claim(List<LedgerCursor.Next> batch) {
        if (batch.isEmpty()) return;
        List<ExpectedLetter> expected =
                batch.stream().map(LedgerCursor.Next::expected).toList();
        boolean hadRoom = inFlight.claim(maxBytes ->
                claimed(batch, context.store().claimExpected(expected, worker, inFlight.leaseTime(), maxBytes)));
        if (!hadRoom) batch.forEach(this::noRoom);
    }

    private void claimed(List<LedgerCursor.Next> batch, List<ClaimResult> results) {
        for (LedgerCursor.Next next : batch) inHand.add(next.line().letter());
        for (int i = 0; i < results.size(); i++) {
            inHand.remove(batch.get(i).line().letter());
            claimed(batch.get(i), results.get(i));
        }
    }

    private void claimed(LedgerCursor.Next next, ClaimResult result) {
        LedgerLine line = next.line();
        if (result instanceof ClaimResult.Leased leased) {
            goesOn();
            brakeCheck.uses(line.channel());
            budget.ifPresent(p -> p.used(1));
            inFlight.send(line, leased);
        } else if (result instanceof ClaimResult.NoSuchLetter) {
            over(line, LineState.SKIPPED, "it was deleted");
        } else if (result instanceof ClaimResult.NoRoom) {
            noRoom(next);
        } else if (result instanceof ClaimResult.NotWhole not) {
            over(line, LineState.SKIPPED, not.why().explanation());
        } else if (result instanceof ClaimResult.Blocked blocked) {
            waitBehind(blocked.by(), next);
        } else if (next.tries() >= MOST_TRIES) {
            over(line, LineState.SKIPPED, "it kept changing");
        } else {
            reconcile(next);
        }
    }

    /** What it waited for is over, so that its reason to wait is none any more. */
    private void goesOn() {
        if (!isWaiting) return;
        isWaiting = false;
        context.book().wake(replay.id(), context.now(), null);
    }

    private void noRoom(LedgerCursor.Next next) {
        cursor.again(next.prepared(), System.nanoTime() + RACE.toNanos());
    }

    private void reconcile(LedgerCursor.Next next) {
        Reconciliation.Outcome outcome = reconciliation.of(next.line());
        if (outcome instanceof Reconciliation.Outcome.GoOn goOn) {
            cursor.again(next.as(goOn.expected()));
        } else if (outcome instanceof Reconciliation.Outcome.Wait wait) {
            Duration time = Duration.between(context.now(), wait.until());
            cursor.again(next, System.nanoTime() + Math.max(RACE.toNanos(), time.toNanos()));
        } else if (outcome instanceof Reconciliation.Outcome.Over over) {
            over(next.line(), over.state(), over.why());
        }
    }

    // Sequences

    private void waitBehind(LetterId letter, LedgerCursor.Next next) {
        if (inFlight.has(letter) || inHand.contains(letter) || cursor.has(letter)) {
            cursor.waitBehind(letter, next.line());
            return;
        }
        flush();
        ledger.flush();
        Optional<LedgerLine> before = context.book().line(replay.id(), letter);
        LineState state = before.map(this::stateNow).orElse(LineState.SKIPPED);
        switch (state) {
            case PLANNED -> {
                cursor.waitBehind(letter, next.line());
                cursor.pullForward(before.orElseThrow());
            }
            case SENT -> cursor.again(next, System.nanoTime() + LOOK_AGAIN.toNanos());
            case RESOLVED -> cursor.again(next, System.nanoTime() + RACE.toNanos());
            case CAME_BACK, FAILED, SKIPPED, CANCELLED ->
                over(next.line(), LineState.SKIPPED, inTheWay(letter, before.isPresent()));
        }
    }

    private LineState stateNow(LedgerLine line) {
        return line.state() == LineState.SENT ? confirmations.look(line) : line.state();
    }

    private static String inTheWay(LetterId letter, boolean planned) {
        return "letter " + letter + " comes before it and " + (planned ? "is not resolved" : "is not in this replay");
    }

    // Settling

    private void settle(boolean isStopping) throws InterruptedException {
        for (ReplayAttempts.Returned<LedgerLine> returned : inFlight.returned(patience(isStopping))) {
            if (returned.result() instanceof SendResult.Tried tried) tried(returned.of(), tried);
            else untried(returned.of(), returned.result());
        }
        flush();
    }

    /** A letter that comes back ends the wait in any case. */
    private Duration patience(boolean isStopping) {
        long nanos = PATIENCE.toNanos();
        if (!isStopping) {
            if (hasMore) nanos = 0;
            nanos = Math.min(nanos, cursor.nanosToNext(System.nanoTime()));
            if (budget.isPresent()) nanos = Math.min(nanos, budget.get().nanosToNext());
        }
        return Duration.ofNanos(Math.max(nanos, SHORTEST.toNanos()));
    }

    private void tried(LedgerLine line, SendResult.Tried tried) {
        Settlement.Outcome outcome = tried.settlement().outcome();
        if (!(tried.settled() instanceof SettleResult.To to)) {
            // What became of it, another worker has to say.
            cursor.again(LedgerCursor.Next.of(line), System.nanoTime() + LOOK_AGAIN.toNanos());
        } else if (outcome instanceof Settlement.Failed failed) {
            brakeCheck.ended(true);
            over(line, LineState.FAILED, Reason.of(failed.failure()));
        } else {
            brakeCheck.ended(false);
            over(line, to.status() == LetterStatus.REPLAYED ? LineState.SENT : LineState.RESOLVED, null);
        }
    }

    private void untried(LedgerLine line, SendResult result) {
        if (result instanceof SendResult.Refused refused) brakeCheck.refused(refused.target(), refused.until());
        if (result instanceof SendResult.Recalled)
            cursor.again(LedgerCursor.Next.of(line), System.nanoTime() + RACE.toNanos());
        if (result instanceof SendResult.NotNow notNow)
            cursor.again(LedgerCursor.Next.of(line), System.nanoTime() + nanosUntil(notNow.until()));
        if (result instanceof SendResult.Undeliverable none)
            over(line, LineState.SKIPPED, Reason.shortened("it cannot be sent back: " + none.why()));
        if (result instanceof SendResult.NoTarget)
            over(line, LineState.SKIPPED, TargetAvailability.noTarget(line.channel()));
        if (result instanceof SendResult.Broken broken)
            over(line, LineState.FAILED, Reason.shortened("it could not be tried: " + broken.thrown()));
    }

    private long nanosUntil(Instant time) {
        return Duration.between(context.now(), time).toNanos();
    }

    /** The line says what became of its letter; those that wait behind it go on, or cannot go. */
    private void over(LedgerLine line, LineState state, @Nullable String why) {
        marks.add(new LedgerLine.Mark(line.position(), state, why));
        LetterId letter = line.letter();
        if (state == LineState.RESOLVED) cursor.goesOnAfter(letter, System.nanoTime());
        else if (state == LineState.SENT) cursor.goesOnAfter(letter, System.nanoTime() + LOOK_AGAIN.toNanos());
        else
            for (LedgerLine stuck : cursor.giveUpBehind(letter))
                marks.add(new LedgerLine.Mark(stuck.position(), LineState.SKIPPED, inTheWay(letter, true)));
    }

    private void flush() {
        ledger.mark(LineState.PLANNED, marks);
        marks.clear();
    }

    @Override
    public void close() {
        preparation.ifPresent(LetterPreparation::close);
        inFlight.close();
    }
}
