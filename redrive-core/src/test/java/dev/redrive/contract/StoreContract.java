package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;

import dev.redrive.cause.Cause;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A store that is empty when a test begins, a clock that the test moves, and the steps that the contracts are made of. A
 * store passes every contract, without overrides and without skipped tests.
 */
abstract class StoreContract {
    static final Duration MINUTE = Duration.ofMinutes(1);

    protected final SettableClock clock;
    protected final LetterIds ids;
    protected DeadLetterStore store;

    StoreContract() {
        this(SettableClock.standing());
    }

    StoreContract(SettableClock clock) {
        this.clock = clock;
        this.ids = new LetterIds(clock);
    }

    protected abstract DeadLetterStore emptyStore(InstantSource time);

    @BeforeEach
    void open() {
        store = emptyStore(clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    protected LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    DeadLetter found(LetterId id) {
        return store.find(id).orElseThrow();
    }

    Optional<Cause> cause(CauseId id) {
        return store.causes(CauseQuery.of(Set.of(id))).stream().findFirst();
    }

    List<LetterId> idsOf(Filter filter) {
        return store.search(Query.newest(filter, 100)).items().stream()
                .map(Summary::id)
                .toList();
    }

    List<LeasedLetter> claim(int limit) {
        return store.claim(ClaimRequest.of("worker-1", limit, MINUTE));
    }

    List<LetterId> claimedIds(int limit) {
        return claim(limit).stream().map(c -> c.letter().id()).toList();
    }

    static Settlement settlement(Lease lease, Settlement.Outcome outcome) {
        return new Settlement(lease, Duration.ofMillis(12), "exponential", outcome);
    }

    static Settlement succeeded(Lease lease) {
        return settlement(lease, new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
    }

    static Settlement gaveUp(Lease lease, Failure failure) {
        return settlement(lease, new Settlement.GaveUp(failure, fingerprint(failure)));
    }
}
