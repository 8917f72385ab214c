package dev.redrive.internal.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One replay while this node looks after it: sends, cancels, or finds out what became of what was sent. */
final class ReplayRun {
    static final Duration OWNED_FOR = Duration.ofSeconds(20);
    private static final long LISTEN_EVERY = Duration.ofMillis(200).toNanos();
    private static final long KEEP_EVERY = OWNED_FOR.toNanos() / 4;
    private static final int HOLD_AT_ONCE = 2000;
    private static final int LOOK_AHEAD = 200;
    private static final Duration LOOK_FOR_RELEASE = Duration.ofSeconds(2);
    private static final Duration FOLLOW_FIRST = Duration.ofSeconds(2);
    private static final Duration FOLLOW_SELDOM = Duration.ofMinutes(5);
    private static final Duration FOLLOW_FOR = Duration.ofDays(7);

    private final ReplayContext context;
    private final ReplayBook book;
    private final ReplayId id;
    private final Owner owner;
    private final TargetAvailability targets;
    private final BooleanSupplier isStopping;
    private Replay replay;
    private final RunLedger ledger;
    private volatile boolean listenNow = true;
    private long listened;
    private long kept = System.nanoTime();
    private boolean isOurs = true;

    /**
     * The node that runs it.
     *
     * @param node the process, as attempts are signed
     * @param name what the replay is owned under
     */
    record Owner(String node, String name) {}

    ReplayRun(
            ReplayContext context, Replay replay, Owner owner, TargetAvailability targets, BooleanSupplier isStopping) {
        this.context = context;
        this.book = context.book();
        this.id = replay.id();
        this.replay = replay;
        this.owner = owner;
        this.targets = targets;
        this.isStopping = isStopping;
        this.ledger = RunLedger.open(book, replay, context.events());
    }

    void run() throws InterruptedException {
        try (ledger) {
            go();
        }
    }

    private void go() throws InterruptedException {
        if (replay.state() == ReplayState.PAUSED) endStepPause();
        switch (replay.state()) {
            case RUNNING -> send();
            case CANCELLING -> cancel();
            case DONE, CANCELLED -> follow();
            case PLANNING, PLANNED, PAUSED, STOPPED, FAILED ->
                move(EnumSet.of(replay.state()), replay.state(), replay.reason(), null);
        }
    }

    /** Unless it was paused or cancelled since it was taken. */
    private void endStepPause() {
        replay = book.find(id).orElse(replay);
        if (replay.state() != ReplayState.PAUSED || replay.wakeAt() == null) return;
        if (!move(EnumSet.of(ReplayState.PAUSED), ReplayState.RUNNING, null, context.now()))
            replay = book.find(id).orElse(replay);
    }

    boolean isOver() {
        return replay.state().isEnded();
    }

    /** Releases it, so that another node can take it at once. */
    void leave() {
        book.leave(id, owner.name());
    }

    ReplayId id() {
        return id;
    }

    /** It was paused, resumed or cancelled in this process. */
    void listen() {
        listenNow = true;
    }

    // Sending

    private void send() throws InterruptedException {
        BrakeCheck brakeCheck = new BrakeCheck(context, replay);
        Optional<StopCause> notEvenBegun = brakeCheck.before(ledger.next(0, LOOK_AHEAD));
        StopCause stopCause;
        if (notEvenBegun.isPresent()) {
            stopCause = notEvenBegun.get();
        } else {
            hold();
            try (SendLoop loop = new SendLoop(context, replay, ledger, brakeCheck, targets, owner.node())) {
                stopCause = loop.send(this::stopOrdered);
            }
        }
        ledger.publishExactly();
        boolean nothingIsLeft = ledger.progress().count(LineState.PLANNED) == 0;
        end(stopCause instanceof StopCause.Stopped && nothingIsLeft ? new StopCause.AllDone() : stopCause);
    }

    /** Takes the letters for this replay alone; every time, because a node may have died while it did. */
    private void hold() {
        Optional<Long> from = ledger.next(0, 1).stream().findFirst().map(LedgerLine::position);
        TakeOver others = new TakeOver(context, id);
        while (from.isPresent() && mayGoOn()) {
            if (replay.task().takeOver()) others.take(from.get(), HOLD_AT_ONCE);
            ReplayBook.Held held = book.hold(id, from.get(), HOLD_AT_ONCE);
            if (held.skipped() > 0) {
                Map<LineState, Long> skipped = new EnumMap<>(LineState.class);
                skipped.put(LineState.SKIPPED, held.skipped());
                ledger.moved(LineState.PLANNED, skipped);
            }
            from = held.next();
        }
        others.endEmptied();
    }

    private void end(StopCause stopCause) {
        Set<ReplayState> running = EnumSet.of(ReplayState.RUNNING);
        if (stopCause instanceof StopCause.AllDone) {
            // First, because a replay that is done is not taken again.
            book.release(id);
            if (isNothingSent()) move(running, ReplayState.FAILED, whyNothing(), null);
            else move(running, ReplayState.DONE, waiting(), nextLook());
        } else if (stopCause instanceof StopCause.Stopped stopped) {
            move(running, ReplayState.STOPPED, stopped.reason(), null);
        } else if (stopCause instanceof StopCause.StepDone step) {
            move(running, ReplayState.PAUSED, step.reason(), step.goesOnAt().orElse(null));
        } else if (stopCause instanceof StopCause.OutOfHours closed) {
            String until = "it waits for its hours, which begin at " + closed.until();
            move(running, ReplayState.RUNNING, until, closed.until());
        } else if (stopCause instanceof StopCause.ChannelsHeld held) {
            move(running, ReplayState.RUNNING, held.reason(), context.now().plus(LOOK_FOR_RELEASE));
        } else if (stopCause instanceof StopCause.Command command && command.state() == ReplayState.CANCELLING) {
            cancel();
        }
    }

    private boolean isNothingSent() {
        ReplayProgress progress = ledger.progress();
        return progress.matched() > 0 && progress.matched() == progress.count(LineState.SKIPPED);
    }

    /** With the reason of the first letter, which often is that of all. */
    private String whyNothing() {
        String first = book.ledger(id, EnumSet.of(LineState.SKIPPED), 0, 1).stream()
                .map(LedgerLine::why)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("its ledger says why");
        long matched = ledger.progress().matched();
        String nothing = matched == 1
                ? "its letter was not sent: "
                : "none of its " + matched + " letters was sent; the first one: ";
        return Reason.shortened(nothing + first);
    }

    /** The reason to stop, if this node no longer owns the replay or a command has changed its state. */
    private Optional<StopCause> stopOrdered() {
        if (!mayGoOn()) return Optional.of(new StopCause.LeftToOthers());
        if (!listenNow && System.nanoTime() - listened < LISTEN_EVERY) return Optional.empty();
        listenNow = false;
        listened = System.nanoTime();
        ReplayState state = book.find(id).map(Replay::state).orElse(ReplayState.CANCELLED);
        return state == ReplayState.RUNNING ? Optional.empty() : Optional.of(new StopCause.Command(state));
    }

    private boolean mayGoOn() {
        if (isStopping.getAsBoolean()) return false;
        if (isOurs && System.nanoTime() - kept > KEEP_EVERY) {
            isOurs = book.keep(id, owner.name(), OWNED_FOR);
            kept = System.nanoTime();
        }
        return isOurs;
    }

    // Cancelling

    private void cancel() {
        Optional<Instant> wait = new ReplayCancellation(context.store(), id, ledger).cancelRest(this::mayGoOn);
        ledger.publishExactly();
        if (!mayGoOn()) return;
        if (wait.isPresent()) {
            book.wake(id, wait.get(), "a node died while it was sending letters; their leases end at " + wait.get());
        } else {
            book.release(id);
            move(EnumSet.of(ReplayState.CANCELLING), ReplayState.CANCELLED, afterTheEnd(), nextLook());
        }
    }

    // Following

    private void follow() {
        new ConfirmationPoll(context.store(), id, ledger).look(this::mayGoOn);
        ledger.publishExactly();
        book.wake(id, nextLook(), afterTheEnd());
        publishChanged();
    }

    /** Soon after the end every few seconds, later less often, and not for ever. */
    private @Nullable Instant nextLook() {
        if (ledger.progress().count(LineState.SENT) == 0) return null;
        Instant now = context.now();
        Instant ended = replay.endedAt() == null ? now : replay.endedAt();
        Duration since = Duration.between(ended, now);
        if (since.compareTo(FOLLOW_FOR) > 0) return null;
        Duration pause = since.dividedBy(10).plus(FOLLOW_FIRST);
        return now.plus(pause.compareTo(FOLLOW_SELDOM) < 0 ? pause : FOLLOW_SELDOM);
    }

    private @Nullable String afterTheEnd() {
        return TakeOver.isReason(replay.reason()) ? replay.reason() : waiting();
    }

    private @Nullable String waiting() {
        long sent = ledger.progress().count(LineState.SENT);
        return sent == 0 ? null : sent + " of its letters were sent, and their consumers have not said anything yet";
    }

    // States

    private boolean move(Set<ReplayState> from, ReplayState to, @Nullable String reason, @Nullable Instant wakeAt) {
        Optional<Replay> moved = book.move(id, from, to, reason, wakeAt);
        moved.ifPresent(changed -> replay = changed);
        moved.ifPresent(changed -> context.events().publish(() -> new RedriveEvent.ReplayChanged(changed)));
        return moved.isPresent();
    }

    private void publishChanged() {
        book.find(id).ifPresent(changed -> context.events().publish(() -> new RedriveEvent.ReplayChanged(changed)));
    }
}
