package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.HandlerConnection;
import dev.redrive.jdbc.letters.LeaseLostInTransaction;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.rows.PayloadSizes;
import dev.redrive.jdbc.rows.QueuedLetters;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Claims, renews and settles letters on PostgreSQL. */
final class PostgresLeasing {
    /** From this size of a table on, it matters how many of its rows a statement reads: some ten thousand. */
    static final long LARGE_QUEUE = 2 << 20;

    static final Duration RECOVER_EVERY = Duration.ofSeconds(1);
    private static final long LARGE_LEASES = 16 << 20;

    private final PostgresDatabase postgres;
    private final Partitions partitions;
    private final PostgresMaintenance maintenance;
    private final Duration recoverEvery;
    private final long largeQueue;
    private final ClaimPositions positions;
    private final LeaseScans scans = new LeaseScans();
    private volatile Instant recovered = Instant.EPOCH;
    /** Settling ordered letters locks their sequences; until one was claimed, that is left out. */
    private volatile boolean ordered;

    PostgresLeasing(
            PostgresDatabase postgres,
            Partitions partitions,
            PostgresMaintenance maintenance,
            Duration recoverEvery,
            long largeQueue,
            LongSupplier nanoTime) {
        this.postgres = postgres;
        this.partitions = partitions;
        this.maintenance = maintenance;
        this.recoverEvery = recoverEvery;
        this.largeQueue = largeQueue;
        positions = new ClaimPositions(postgres.clock(), nanoTime);
        postgres.onQueued(positions::queued);
    }

    private record TimedClaim(Instant at, ClaimPositions.Got got, long nanos) {}

    List<LeasedLetter> claim(ClaimRequest request) {
        ClaimPositions.View view =
                positions.begin(request.channels().orElse(Set.of()), postgres.queueBytes() >= largeQueue);
        TimedClaim timed;
        try {
            timed = postgres.transaction(sql -> claim(sql, request, view));
        } catch (RuntimeException | Error e) {
            positions.failed();
            throw e;
        }
        positions.claimed(view, request, timed.got(), timed.at(), timed.nanos());
        List<LeasedLetter> claimed = timed.got().letters();
        if (claimed.stream().anyMatch(c -> c.letter().ordered())) ordered = true;
        return claimed;
    }

    private TimedClaim claim(Sql sql, ClaimRequest request, ClaimPositions.View view) throws SQLException {
        Instant now = postgres.now(sql);
        PostgresClaims claims = new PostgresClaims(sql, now);
        recoverExpiredLeases(claims, now);
        QueuedLetters.of(sql).ready().forEach(letter -> view.ready(letter.id(), letter.channel()));
        long began = System.nanoTime();
        ClaimPositions.Got got = claims.claim(request, view);
        return new TimedClaim(now, got, System.nanoTime() - began);
    }

    private void recoverExpiredLeases(PostgresClaims claims, Instant now) throws SQLException {
        boolean justDone = !now.isBefore(recovered) && now.isBefore(recovered.plus(recoverEvery));
        if (justDone) return;
        scans.recoverExpiredLeases(claims, manyLeases(), now);
        recovered = now;
    }

    private boolean manyLeases() {
        return postgres.leaseBytes() >= LARGE_LEASES;
    }

    List<SettleResult> settle(List<Settlement> settlements) {
        if (settlements.isEmpty()) return List.of();
        List<SettleResult> settled = postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            partitions.ensure(Partitions.monthOf(now));
            return new PostgresSettlements(sql, now).settle(settlements, ordered);
        });
        maintenance.leasesLeft(settled.size());
        maintenance.changed();
        return settled;
    }

    /**
     * A lease that is locked is mostly being settled. No transaction waits for one here while it has locked another, so that
     * none waits in a circle: the free ones first, all together; then one that was locked, alone; then those that are free by
     * now.
     */
    Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        Set<LetterId> held = new HashSet<>();
        List<Lease> locked = renewFree(List.copyOf(leases), time, held);
        while (!locked.isEmpty()) {
            Lease first = locked.get(0);
            if (renewAlone(first, time)) held.add(first.id());
            locked = renewFree(locked.subList(1, locked.size()), time, held);
        }
        return held;
    }

    /** Returns those that are there but locked. */
    private List<Lease> renewFree(List<Lease> leases, Duration time, Set<LetterId> held) {
        if (leases.isEmpty()) return List.of();
        held.addAll(postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            return new PostgresSettlements(sql, now).renewFree(leases, now.plus(time));
        }));
        List<Lease> rest =
                leases.stream().filter(lease -> !held.contains(lease.id())).toList();
        if (rest.isEmpty()) return List.of();
        Set<LetterId> there =
                postgres.transaction(sql -> new PostgresSettlements(sql, postgres.now(sql)).stillThere(rest));
        return rest.stream().filter(lease -> there.contains(lease.id())).toList();
    }

    private boolean renewAlone(Lease lease, Duration time) {
        return postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            return new PostgresSettlements(sql, now).renew(lease, now.plus(time));
        });
    }

    Optional<Instant> nextDue(Optional<Set<String>> channels) {
        if (channels.isPresent() && channels.get().isEmpty()) return Optional.empty();
        ClaimPositions.View view = positions.now(channels.orElse(Set.of()));
        return postgres.read(sql -> NextDue.first(
                scans.nextEnd(sql, manyLeases(), postgres.clock().instant()),
                ReadyRange.due(sql, channels, view),
                NextDue.waiting(sql, channels, view.dueAfter)));
    }

    SettleResult settleWith(LeasedLetter claimed, TransactionalStore.Work work, Settlement.Succeeded outcome)
            throws Exception {
        return postgres.handler(sql -> {
            long started = System.nanoTime();
            work.handle(claimed.letter(), HandlerConnection.connection(sql.connection()));
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            Settlement settlement = new Settlement(claimed.lease(), took, "transactional", outcome);
            PostgresSettlements settlements = new PostgresSettlements(sql, postgres.now(sql));
            SettleResult settled =
                    settlements.settle(List.of(settlement), ordered).get(0);
            if (settled instanceof SettleResult.LeaseLost) throw new LeaseLostInTransaction();
            return settled;
        });
    }

    private record FirstAnswers(List<ExpectedLetter> fitting, Map<LetterId, ClaimResult> answers) {}

    /** Most letters in a few statements; then those that were left over, until no other transaction was faster. */
    List<ClaimResult> claimExpected(List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        if (expected.isEmpty()) return List.of();
        FirstAnswers first = postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            recoverFor(expected, new PostgresClaims(sql, now), now);
            List<ExpectedLetter> fitting = PayloadSizes.fitting(sql, expected, maxBytes);
            return new FirstAnswers(
                    fitting, new PostgresExpectedClaims(sql, now, worker, leaseTime).claimTogether(fitting));
        });
        Map<LetterId, ClaimResult> answers = new HashMap<>(first.answers());
        List<ExpectedLetter> left = without(first.fitting(), answers);
        while (!left.isEmpty()) {
            List<ExpectedLetter> these = left;
            answers.putAll(postgres.transaction(
                    sql -> new PostgresExpectedClaims(sql, postgres.now(sql), worker, leaseTime).claimEach(these)));
            left = without(these, answers);
        }
        maintenance.changed();
        if (answers.values().stream().anyMatch(PostgresLeasing::isOrdered)) ordered = true;
        return expected.stream()
                .map(letter -> answers.getOrDefault(letter.id(), new ClaimResult.NoRoom()))
                .toList();
    }

    /** A letter in any state is mostly one that a person retries: the answer must not name a lease that has just run out. */
    private void recoverFor(List<ExpectedLetter> expected, PostgresClaims claims, Instant now) throws SQLException {
        if (expected.stream().anyMatch(ExpectedLetter.InAnyState.class::isInstance)) claims.recoverExpiredLeases();
        else recoverExpiredLeases(claims, now);
    }

    private static List<ExpectedLetter> without(List<ExpectedLetter> expected, Map<LetterId, ClaimResult> answered) {
        return expected.stream()
                .filter(letter -> !answered.containsKey(letter.id()))
                .toList();
    }

    private static boolean isOrdered(ClaimResult result) {
        return result instanceof ClaimResult.Leased leased
                && leased.claimed().letter().ordered();
    }

    /** How many letters of each kind are being retried, when counting them for each query would take long. */
    @Nullable
    String retrying(Sql sql) throws SQLException {
        return scans.counts(sql, manyLeases());
    }
}
