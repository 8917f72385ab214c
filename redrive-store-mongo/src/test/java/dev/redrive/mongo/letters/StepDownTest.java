package dev.redrive.mongo.letters;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.book.MongoLegalHolds;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A primary that steps down before or after a write. Letters of these tests have no event id: nothing but the number of the write tells
 * that it was done.
 */
class StepDownTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final String url = TestMongo.replicaSetUrl(TestMongo.freshDatabase());
    private final Mongo mongo = Mongo.open(url, clock);
    private final MongoLetters letters = new MongoLetters(mongo, new MongoLegalHolds(mongo), () -> {});
    private final MongoClient client = MongoClients.create(url);
    private final MongoDatabase admin = client.getDatabase("admin");

    @AfterEach
    void close() {
        client.close();
        mongo.close();
    }

    private List<NewLetter> fresh(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LetterBuilder(ids).build())
                .toList();
    }

    private void capture(int count) {
        assertThat(letters.captures().capture(fresh(count))).hasSize(count).allMatch(CaptureResult::isNew);
    }

    private List<LeasedLetter> claimed(int limit) {
        return letters.leases().claim(ClaimRequest.of("w", limit, MINUTE));
    }

    private static List<Settlement> resolved(List<LeasedLetter> claimed) {
        return claimed.stream()
                .map(one -> new Settlement(
                        one.lease(),
                        Duration.ZERO,
                        "none",
                        new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null)))
                .toList();
    }

    private void assertCounted(LetterStatus status, int count) {
        assertThat(letters.counters().isRight()).as("a recount").isTrue();
        assertThat(letters.questions().tallies().byStatus().of(status)).isEqualTo(count);
        assertThat(letters.questions().count(Filter.all().with(Set.of(status)))).isEqualTo(Total.exactly(count));
    }

    private void foldAgain() {
        letters.tidy();
        assertThat(letters.counters().isFolded()).isTrue();
    }

    // Captures

    @ParameterizedTest
    @EnumSource
    void a_letter_is_captured_once(Trouble trouble) {
        trouble.during(admin, List.of("insert"), () -> capture(1));

        assertCounted(LetterStatus.PENDING, 1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWER_LOST")
    void a_batch_is_captured_once_when_its_transaction_is_interrupted(Trouble trouble) {
        trouble.during(admin, List.of("insert"), () -> capture(5));

        assertCounted(LetterStatus.PENDING, 5);
        foldAgain();
        assertCounted(LetterStatus.PENDING, 5);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWER_LOST")
    void a_batch_is_captured_once_when_its_commit_is_interrupted(Trouble trouble) {
        trouble.during(admin, List.of("commitTransaction"), () -> capture(5));

        foldAgain();
        assertCounted(LetterStatus.PENDING, 5);
    }

    @ParameterizedTest
    @EnumSource
    void an_intake_is_taken_in_once(Trouble trouble) {
        Intake intake = new Intake(fresh(3), List.of(), List.of(new ReadRange("id/orders.dlq", 0, 0, 3)));

        trouble.during(
                admin, List.of("insert", "update"), () -> letters.streams().ingest(intake));

        assertThat(letters.streams().positions("id/orders.dlq")).isEqualTo(Map.of(0, 3L));
        foldAgain();
        assertCounted(LetterStatus.PENDING, 3);
    }

    // Claims and settlements

    @ParameterizedTest
    @EnumSource
    void a_letter_is_claimed_once_and_settled_once(Trouble trouble) {
        capture(1);
        List<LeasedLetter> claimed = new ArrayList<>();

        trouble.during(admin, List.of("findAndModify"), () -> claimed.addAll(claimed(1)));
        trouble.during(
                admin,
                List.of("update"),
                () -> assertThat(letters.leases().settle(resolved(claimed)))
                        .hasOnlyElementsOfType(SettleResult.To.class));

        assertThat(claimed).hasSize(1);
        assertThat(letters.questions().find(claimed.get(0).letter().id()).map(DeadLetter::attempts))
                .hasValueSatisfying(attempts -> assertThat(attempts).hasSize(1));
        assertCounted(LetterStatus.RESOLVED, 1);
    }

    /** The driver does not repeat changes of many letters, and so the store does. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWER_LOST")
    void many_letters_are_claimed_and_settled_once(Trouble trouble) {
        capture(10);
        List<LeasedLetter> claimed = new ArrayList<>();

        trouble.during(admin, List.of("update"), () -> claimed.addAll(claimed(10)));
        trouble.during(
                admin,
                List.of("update"),
                () -> assertThat(letters.leases().settle(resolved(claimed)))
                        .hasSize(10)
                        .hasOnlyElementsOfType(SettleResult.To.class));

        assertCounted(LetterStatus.RESOLVED, 10);
        foldAgain();
        assertCounted(LetterStatus.RESOLVED, 10);
        claimed.forEach(one -> assertThat(letters.questions()
                        .find(one.letter().id())
                        .orElseThrow()
                        .attempts())
                .filteredOn(attempt -> attempt.result() == Attempt.Result.SUCCEEDED)
                .hasSize(1));
    }

    // Folds

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWER_LOST")
    void a_fold_that_is_interrupted_counts_nothing_twice(Trouble trouble) {
        for (String command : List.of("findAndModify", "update", "delete")) {
            capture(1);
            capture(4);

            trouble.during(admin, List.of(command), this::foldOrNot);

            assertThat(letters.counters().isRight()).as("a recount").isTrue();
            foldAgain();
        }
        assertCounted(LetterStatus.PENDING, 15);
    }

    private void foldOrNot() {
        try {
            letters.fold();
        } catch (StoreUnavailable later) {
            assertThat(letters.counters().isRight()).as("before it is folded").isTrue();
        }
    }
}
