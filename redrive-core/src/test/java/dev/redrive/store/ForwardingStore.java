package dev.redrive.store;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseId;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Standing;
import dev.redrive.logbook.Logbook;
import dev.redrive.replay.ReplayBook;
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

/** A store in front of another one; a test overrides the call that shall go wrong. */
public class ForwardingStore implements DeadLetterStore {
    private final DeadLetterStore behind;

    public ForwardingStore(DeadLetterStore behind) {
        this.behind = behind;
    }

    @Override
    public InstantSource clock() {
        return behind.clock();
    }

    @Override
    public List<Captured> capture(List<NewLetter> letters) {
        return behind.capture(letters);
    }

    @Override
    public List<Claimed> claim(ClaimRequest request) {
        return behind.claim(request);
    }

    @Override
    public ClaimResult claim(LetterId id, String worker, Duration leaseTime) {
        return behind.claim(id, worker, leaseTime);
    }

    @Override
    public List<ClaimResult> claimAll(List<Wish> wishes, String worker, Duration leaseTime) {
        return behind.claimAll(wishes, worker, leaseTime);
    }

    @Override
    public List<Captured> adopt(List<Adopted> letters) {
        return behind.adopt(letters);
    }

    @Override
    public Map<LetterId, Standing> standings(Collection<LetterId> ids) {
        return behind.standings(ids);
    }

    @Override
    public ReplayBook replays() {
        return behind.replays();
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        return behind.renew(leases, time);
    }

    @Override
    public List<Settled> settle(List<Settlement> settlements) {
        return behind.settle(settlements);
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return behind.nextDue(channels);
    }

    @Override
    public Moved move(LetterId id, Order order) {
        return behind.move(id, order);
    }

    @Override
    public BulkMoved moveAll(Filter filter, Order order, int limit, @Nullable LetterId after) {
        return behind.moveAll(filter, order, limit, after);
    }

    @Override
    public Edited edit(LetterId id, int expectedVersion, Edit edit) {
        return behind.edit(id, expectedVersion, edit);
    }

    @Override
    public List<Version> versions(LetterId id) {
        return behind.versions(id);
    }

    @Override
    public Removed delete(LetterId id) {
        return behind.delete(id);
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return behind.find(id);
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return behind.payloadSize(id);
    }

    @Override
    public Page search(Query query) {
        return behind.search(query);
    }

    @Override
    public Total count(Filter filter) {
        return behind.count(filter);
    }

    @Override
    public Tallies tallies() {
        return behind.tallies();
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return behind.causes(query);
    }

    @Override
    public Optional<Cause> cause(CauseId id) {
        return behind.cause(id);
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return behind.causeChanges(id);
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return behind.setCause(id, state, by);
    }

    @Override
    public Backup backup(Path file) {
        return behind.backup(file);
    }

    @Override
    public Expired expire(Retention retention, int limit) {
        return behind.expire(retention, limit);
    }

    @Override
    public Logbook logbook() {
        return behind.logbook();
    }

    @Override
    public void onSignal(Runnable wake) {
        behind.onSignal(wake);
    }

    @Override
    public void close() {
        behind.close();
    }

    @Override
    public TakenIn takeIn(Intake intake) {
        return behind.takeIn(intake);
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return behind.positions(stream);
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return behind.sent(after, limit);
    }
}
