package dev.redrive;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.engine.RetryResult;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.engine.EngineThreads;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.streams.SentLetter;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds letters and causes, and carries out decisions about them. Every decision is published to the listeners. */
public final class Letters {
    private static final int AT_ONCE = 500;

    private final DeadLetterStore store;
    private final EngineThreads engine;
    private final Events events;
    private final RedactionGate gate;

    Letters(DeadLetterStore store, EngineThreads engine, Events events, RedactionGate gate) {
        this.store = store;
        this.engine = engine;
        this.events = events;
        this.gate = gate;
    }

    // Looking

    public Optional<DeadLetter> find(LetterId id) {
        return store.find(id);
    }

    /** How many bytes the payload of a letter has; empty when there is no such letter. */
    public OptionalInt payloadSize(LetterId id) {
        return store.payloadSize(id);
    }

    /**
     * One page of the letters that a filter selects.
     *
     * @throws dev.redrive.store.questions.UnknownAttribute when there is no search path for an attribute of the filter
     */
    public Page search(Query query) {
        checkAttributes(query.filter());
        return store.search(query);
    }

    public Total count(Filter filter) {
        checkAttributes(filter);
        return store.count(filter);
    }

    private void checkAttributes(Filter filter) {
        if (!filter.attributes().isEmpty())
            filter.checkAttributes(store.attributes().paths());
    }

    /** By which values letters are found, and how many of the letters by now. */
    public AttributeProgress attributes() {
        return store.attributes().progress();
    }

    /** The attributes of a letter, by which it is found. */
    public Set<Attribute> attributes(Message message) {
        return store.attributes().paths().in(message);
    }

    /** Counts by status, channel, error type and category; they cost the same however many letters there are. */
    public Tallies tallies() {
        return store.tallies();
    }

    public List<Version> versions(LetterId id) {
        return store.versions(id);
    }

    /** How many bytes payloads and headers of these versions have together, or some more, without reading them. */
    public long versionBytes(LetterId id) {
        return store.versionBytes(id);
    }

    public List<Cause> causes(CauseQuery query) {
        return store.causes(query);
    }

    public Optional<Cause> cause(CauseId id) {
        return store.causes(CauseQuery.of(Set.of(id))).stream().findFirst();
    }

    /** What has become of the open letters of a cause: from it to others and from others to it. */
    public List<CauseChange> causeChanges(CauseId id) {
        return store.causeChanges(id);
    }

    /** The newest letters that were captured for a cause or fail with it now. */
    public List<Summary> samples(CauseId cause, int limit) {
        return store.search(Query.newest(Filter.builder().anyCause(cause).build(), limit))
                .items();
    }

    /** A message as people may see it, for one that is made of a letter and not kept. */
    public Message shown(LetterId letter, Message message) {
        return gate.hide(letter, message).message();
    }

    /** These letters with their versions, as {@link DeadLetterStore#whole} gives them. */
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return store.whole(ids, maxBytes);
    }

    // Deciding

    /** Tries a letter now, on this thread, and says how it went; not when its channel is held. */
    public RetryResult retry(LetterId id, @Nullable String by) {
        return engine.retry(id, by);
    }

    /** The same for a letter whose channel may be held. */
    public RetryResult retryThoughHeld(LetterId id, @Nullable String by) {
        return engine.retryThoughHeld(id, by);
    }

    /** Moves one letter: reset, requeue, archive, discard, restore or confirm. */
    public MoveResult move(LetterId id, ManualMove move) {
        MoveResult moved = store.move(id, gate.hide(move));
        if (moved instanceof MoveResult.To to) publish(to.channel(), List.of(id), move);
        return moved;
    }

    /** How many letters a bulk move moved, and how many it found in a status that does not allow it. */
    public record Bulk(long moved, long skipped) {}

    /** Moves all letters that a filter means, in bounded batches. */
    public Bulk moveAll(Filter filter, ManualMove move) {
        return moveAll(filter, move, soFar -> {});
    }

    /** The same, and reports the progress after each batch, in case the store fails in the middle. */
    public Bulk moveAll(Filter filter, ManualMove move, Consumer<Bulk> afterEachBatch) {
        checkAttributes(filter);
        ManualMove hidden = gate.hide(move);
        Bulk soFar = new Bulk(0, 0);
        LetterId after = null;
        do {
            BulkMoveResult batch = store.moveAll(filter, hidden, AT_ONCE, after);
            soFar = new Bulk(soFar.moved() + batch.count(), soFar.skipped() + batch.skipped());
            afterEachBatch.accept(soFar);
            after = batch.next();
            batch.moved().forEach((channel, ids) -> publish(channel, ids, move));
        } while (after != null);
        return soFar;
    }

    /**
     * What became of letters that a bulk action closed.
     *
     * @param skipped those of other channels
     * @param next where to go on, or null when none is left
     */
    public record Undone(
            long restored, long skipped, @Nullable LetterId next) {
        private long looked() {
            return restored + skipped;
        }
    }

    /** Restores the letters that a bulk action closed and that still are, as far as their channels are among those given. */
    public Undone undo(UUID action, Predicate<String> channels, @Nullable String by) {
        return undo(action, channels, by, Long.MAX_VALUE, null, soFar -> {});
    }

    /**
     * The same for the next of them after one, at most so many, and reports the progress after each batch. Who asks again without
     * {@link Undone#next()} gets those that are still closed.
     */
    public Undone undo(
            UUID action,
            Predicate<String> channels,
            @Nullable String by,
            long limit,
            @Nullable LetterId after,
            Consumer<Undone> afterEachBatch) {
        Undone soFar = new Undone(0, 0, after);
        do {
            int atOnce = (int) Math.min(AT_ONCE, limit - soFar.looked());
            BulkMoveResult batch = store.restoreAll(action, channels, atOnce, soFar.next());
            soFar = new Undone(soFar.restored() + batch.count(), soFar.skipped() + batch.skipped(), batch.next());
            afterEachBatch.accept(soFar);
            batch.moved().forEach((channel, ids) -> publish(channel, ids, ManualMove.restore(by)));
        } while (soFar.next() != null && soFar.looked() < limit);
        return soFar;
    }

    private void publish(String channel, List<LetterId> moved, ManualMove move) {
        events.publish(() -> new RedriveEvent.Moved(channel, moved, move.move(), move.by()));
    }

    /**
     * Changes a letter if it still has the given version; the original stays. With a whole payload, also one
     * that was fetched from where the message came from, a letter that was cut is whole again.
     *
     * @throws dev.redrive.redaction.CannotOpen when it has sealed values that cannot be read here
     * @throws dev.redrive.redaction.UnclearMask when it is not certain which hidden value a mask of the edit stands for
     */
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        Optional<DeadLetter> before = store.find(id);
        if (before.isEmpty()) return new EditResult.NoSuchLetter();
        int version = before.get().state().version();
        if (version != expectedVersion) return new EditResult.Outdated(version);
        EditResult edited = store.edit(id, expectedVersion, gate.hide(before.get(), edit));
        if (edited instanceof EditResult.As as)
            events.publish(() -> new RedriveEvent.Edited(id, as.version(), edit.by()));
        return edited;
    }

    /**
     * The message that an edit would make of a letter, as people may see it; nothing is changed.
     *
     * @throws dev.redrive.redaction.CannotOpen when it has sealed values that cannot be read here
     * @throws dev.redrive.redaction.UnclearMask when it is not certain which hidden value a mask of the edit stands for
     */
    public Message preview(DeadLetter letter, Edit edit) {
        return gate.hide(letter, edit).in(letter.message());
    }

    /** Deletes a letter for good. */
    public DeleteResult delete(LetterId id, @Nullable String by) {
        DeleteResult removed = store.delete(id);
        if (removed instanceof DeleteResult.Gone) events.publish(() -> new RedriveEvent.Deleted(id, by));
        return removed;
    }

    // Legal holds

    /** Places a legal hold; one that is there on the same subject stays as it is and is returned. */
    public LegalHold hold(LegalHold hold) {
        return store.holds().place(hold);
    }

    /** Lifts the legal hold on a subject; empty when there is none. */
    public Optional<LegalHold> liftHold(HoldSubject subject) {
        return store.holds().lift(subject);
    }

    /** All legal holds, the newest first. */
    public List<LegalHold> holds() {
        return store.holds().list();
    }

    /** The legal hold that keeps a letter. */
    public Optional<LegalHold> holdOn(DeadLetter letter) {
        return store.holds().on(letter.id(), letter.channel(), letter.cause(), letter.lastCause());
    }

    // Causes

    /** Assigns a cause to somebody, or to nobody; false when there is none of that name. */
    public boolean assign(CauseId id, @Nullable String assignee) {
        return published(id, store.assignCause(id, assignee == null ? null : gate.text(assignee)));
    }

    /** Says where a cause is dealt with; false when there is none of that name. */
    public boolean link(CauseId id, @Nullable String url) {
        return published(id, store.linkCause(id, url == null ? null : gate.text(url)));
    }

    /** Ignores a cause. It is open again within a minute after the end. False when there is none of that name. */
    public boolean ignore(CauseId id, IgnoreEnd end, @Nullable String by) {
        return published(id, store.ignoreCause(id, end, by));
    }

    /** Adds a note to a cause; false when there is none of that name. */
    public boolean note(CauseId id, String text, String by) {
        CauseNote note = new CauseNote(gate.text(text), by, store.clock().instant());
        return published(id, store.noteCause(id, note));
    }

    /** What people wrote about a cause, the newest first. */
    public List<CauseNote> notes(CauseId id, int limit) {
        return store.causeNotes(id, limit);
    }

    private boolean published(CauseId id, boolean known) {
        if (known)
            cause(id)
                    .ifPresent(cause ->
                            events.publish(() -> new RedriveEvent.CauseChanged(id, cause.state(), cause.stateBy())));
        return known;
    }

    /** Causes that were ignored for long enough are open again. */
    void endIgnoring() {
        Instant now = store.clock().instant();
        for (Cause cause : store.causes(new CauseQuery(Set.of(CauseState.IGNORED), Query.MAX_LIMIT)))
            if (cause.care().ignored().isReached(now, cause.counts().total())) {
                boolean unused = decide(cause.id(), CauseState.OPEN, null);
            }
    }

    /** Decides about a cause; false when there is none of that name. */
    public boolean decide(CauseId id, CauseState state, @Nullable String by) {
        boolean known = store.setCause(id, state, by);
        if (known) events.publish(() -> new RedriveEvent.CauseChanged(id, state, by));
        return known;
    }

    /** Letters that a broker has, in the order of their ids, at most so many after one. */
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return store.sent(after, limit);
    }
}
