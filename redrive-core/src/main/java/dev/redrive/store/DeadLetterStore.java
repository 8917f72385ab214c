package dev.redrive.store;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.Retention;
import dev.redrive.store.decisions.RetentionResult;
import dev.redrive.store.decisions.Version;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.SentLetter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps dead letters. Safe to use from many threads and many processes at once. */
public interface DeadLetterStore extends AutoCloseable {
    /** The clock that decides what is due and which leases hold, as far as this process knows it. */
    InstantSource clock();

    /** Keeps all of these letters or none. When it returns they survive the end of any process. */
    List<CaptureResult> capture(List<NewLetter> letters);

    /**
     * Keeps letters of another store as they are there, all of them or none. One that is here already, by its id or its
     * key, stays as it is and is not new.
     */
    List<CaptureResult> adopt(List<ImportedLetter> letters);

    /**
     * Keeps all of it or nothing, and remembers how far the streams were read.
     *
     * @throws PositionConflict when a stretch does not begin where the stream was read up to
     */
    IntakeResult takeIn(Intake intake);

    /** The next offset to read of each partition of a stream that was ever read. */
    Map<Integer, Long> positions(String stream);

    /** Letters in {@code REPLAYED} with their receipts, in the order of their ids. */
    List<SentLetter> sent(@Nullable LetterId after, int limit);

    /**
     * Leases letters that are due, in the order in which they should be tried, and counts the attempt that begins.
     * Letters whose worker did not come back in time are due again, or failed when that was their last retry.
     */
    List<LeasedLetter> claim(ClaimRequest request);

    /** Leases this one letter, due or not, and counts the attempt that begins. */
    ClaimResult claim(LetterId id, String worker, Duration leaseTime);

    /**
     * Leases these letters, due or not, as far as they stand as wished, and counts the attempts that begin. Each answer
     * stands by itself; they are in the order of the wishes, and no letter may be wished for twice. When the worker does
     * not come back in time, a letter stands again as it did before, with the attempt counted.
     */
    List<ClaimResult> claimAll(List<ExpectedLetter> wishes, String worker, Duration leaseTime);

    /** Makes leases last so much longer from now; returns the letters that are still held. */
    Set<LetterId> renew(Collection<Lease> leases, Duration time);

    /** Ends attempts. One with an outdated lease changes nothing; the answers are in the order of the settlements. */
    List<SettleResult> settle(List<Settlement> settlements);

    /** When the next letter of these channels (of all, when empty) will be due; in the past when one is due already. */
    Optional<Instant> nextDue(Optional<Set<String>> channels);

    MoveResult move(LetterId id, ManualMove order);

    /** Gives the order to the next letters that a filter means, oldest first, at most {@code limit} of them. */
    BulkMoveResult moveAll(Filter filter, ManualMove order, int limit, @Nullable LetterId after);

    /** Changes a letter if it still has the expected version. */
    EditResult edit(LetterId id, int expectedVersion, Edit edit);

    /** The versions of an edited letter, the original first; empty when it was never edited. */
    List<Version> versions(LetterId id);

    DeleteResult delete(LetterId id);

    /** The whole letter, with its attempts. */
    Optional<DeadLetter> find(LetterId id);

    /** How many bytes the payload of a letter has, without reading them; empty when there is no such letter. */
    OptionalInt payloadSize(LetterId id);

    /** Where these letters stand, as far as they exist; whom they wait behind is left out. */
    Map<LetterId, LetterState> standings(Collection<LetterId> ids);

    Page search(Query query);

    Total count(Filter filter);

    /** The kept counters; they cost the same however many letters there are. */
    Tallies tallies();

    List<Cause> causes(CauseQuery query);

    Optional<Cause> cause(CauseId id);

    /** What has become of the open letters of a cause: from it to others and from others to it, the most first. */
    List<CauseChange> causeChanges(CauseId id);

    /** False when there is no such cause. */
    boolean setCause(CauseId id, CauseState state, @Nullable String by);

    /** Deletes, and archives, at most {@code limit} letters each that are past their retention. */
    RetentionResult expire(Retention retention, int limit);

    /** Copies everything into a file that is not there yet, while others go on reading and writing. */
    Backup backup(Path file);

    /** The audit log, in the same place. */
    AuditLog audit();

    /** Alert states and messages, in the same place. */
    AlertLog alerts();

    /** Counts per minute, in the same place. */
    MinuteCounts series();

    /** Replays and their ledgers, in the same place. */
    ReplayBook replays();

    /** Calls back, on any thread, when another process may have made letters due. */
    void onSignal(Runnable wake);

    @Override
    void close();
}
