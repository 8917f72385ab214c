package dev.redrive.mongo.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.mongo.book.MongoLegalHolds;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Total;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches of processes that end in the middle, as they are stored on a server without transactions. */
class BatchesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock);
    private final MongoLetters letters = new MongoLetters(mongo, new MongoLegalHolds(mongo), () -> {});

    /** As another process has it, which ends when the test wants. */
    private final Batches other = new Batches(mongo, new SequenceTurns(mongo), new Batches.Rest() {
        @Override
        public void finish(Document batch) {}

        @Override
        public void undo(Document batch) {}
    });

    private final List<NewLetter> batch = List.of(
            new LetterBuilder(ids).idempotent("one").inOrder("k").build(),
            new LetterBuilder(ids).idempotent("two").inOrder("k").build(),
            new LetterBuilder(ids).build());

    @AfterEach
    void close() {
        mongo.close();
    }

    private List<Document> documents() {
        Parts.Writing parts = new Parts(mongo).writing();
        List<Document> documents = new ArrayList<>();
        batch.forEach(letter -> documents.add(LetterDocument.of(letter, UUID.randomUUID(), parts)));
        return documents;
    }

    private Document begun() {
        List<Document> documents = documents();
        Document begun = other.begin(CountedBatches.content(documents));
        other.insertHidden(begun, documents);
        return begun;
    }

    private void assertSeen(int count) {
        List<LetterId> all = batch.stream().map(NewLetter::id).toList();
        assertThat(letters.questions().search(Query.newest(Filter.all(), 10)).items())
                .hasSize(count);
        assertThat(letters.questions().count(Filter.all())).isEqualTo(Total.exactly(count));
        assertThat(letters.questions().count(Filter.builder().minRetryCount(0).build()))
                .isEqualTo(Total.exactly(count));
        assertThat(letters.questions().states(all)).hasSize(count);
        assertThat(letters.questions().whole(all, Long.MAX_VALUE)).hasSize(count);
        assertThat(all.stream().map(letters.questions()::find).flatMap(Optional::stream))
                .hasSize(count);
        assertThat(letters.questions().next(Filter.all(), 10, null)).hasSize(count);
        assertThat(letters.questions()
                        .search(Query.newest(Filter.builder().text("read").build(), 10))
                        .items())
                .hasSize(count);
    }

    @Test
    void nobody_sees_letters_of_a_batch_that_is_not_committed() {
        begun();

        letters.tidy();

        assertSeen(0);
        assertThat(letters.leases().claim(ClaimRequest.of("w", 10, MINUTE))).isEmpty();
        assertThat(letters.leases().nextDue(Optional.empty())).isEmpty();
        assertThat(letters.leases()
                        .claimExpected(
                                List.of(new ExpectedLetter.InAnyState(
                                        batch.get(0).id())),
                                "w",
                                MINUTE,
                                1))
                .containsExactly(new ClaimResult.NoSuchLetter());
    }

    @Test
    void a_batch_whose_process_ended_before_its_commit_is_taken_back() {
        begun();

        clock.forward(Batches.STALE);
        letters.tidy();

        assertThat(mongo.collection("dlq_messages").countDocuments()).isZero();
        assertThat(mongo.collection("dlq_batches").countDocuments()).isZero();
        assertThat(letters.captures().capture(batch)).allMatch(CaptureResult::isNew);
        assertSeen(3);
    }

    @Test
    void a_batch_whose_process_ended_after_its_commit_is_finished() {
        other.commit(begun());

        clock.forward(Batches.STALE);
        letters.tidy();

        assertSeen(3);
        assertThat(letters.leases().claim(ClaimRequest.of("w", 10, MINUTE))).hasSize(2);
        assertThat(letters.counters().isRight()).isTrue();
    }

    @Test
    void a_committed_batch_is_finished_at_once_when_its_messages_are_captured_again() {
        other.commit(begun());

        List<CaptureResult> again = letters.captures()
                .capture(List.of(new LetterBuilder(ids).idempotent("two").build()));

        assertThat(again).containsExactly(new CaptureResult(batch.get(1).id(), false));
        assertSeen(3);
    }

    @Test
    void a_stale_batch_gives_its_keys_back_when_its_messages_are_captured_again() {
        begun();
        clock.forward(Batches.STALE);

        List<CaptureResult> again = letters.captures()
                .capture(List.of(new LetterBuilder(ids).idempotent("two").build()));

        assertThat(again).allMatch(CaptureResult::isNew);
        assertThat(letters.questions().count(Filter.all())).isEqualTo(Total.exactly(1));
        assertThat(mongo.collection("dlq_messages").countDocuments()).isEqualTo(1);
    }

    @Test
    void a_batch_that_others_took_back_is_not_committed_by_its_slow_process() {
        Document slow = begun();
        clock.forward(Batches.STALE);
        letters.tidy();
        Document rest =
                LetterDocument.of(new LetterBuilder(ids).build(), UUID.randomUUID(), new Parts(mongo).writing());
        other.insertHidden(slow, List.of(rest));

        assertThatThrownBy(() -> other.commit(slow)).isInstanceOf(StoreUnavailable.class);

        assertSeen(0);
        assertThat(mongo.collection("dlq_messages").countDocuments()).isZero();
    }

    @Test
    void hidden_letters_of_a_batch_that_nobody_knows_are_deleted() {
        Document slow = begun();
        mongo.collection("dlq_batches").deleteMany(new Document());

        letters.tidy();

        assertThat(slow).isNotEmpty();
        assertThat(mongo.collection("dlq_messages").countDocuments()).isZero();
    }

    @Test
    void a_turn_that_nobody_has_because_a_process_ended_is_given_again() {
        letters.captures().capture(batch);
        mongo.collection("dlq_messages")
                .updateMany(
                        new Document(),
                        new Document("$unset", new Document("turn", "")).append("$set", new Document("behind", true)));
        assertThat(letters.leases().claim(ClaimRequest.of("w", 10, MINUTE))).isEmpty();

        letters.tidy();

        assertThat(letters.leases().claim(ClaimRequest.of("w", 1, MINUTE)))
                .extracting(claimed -> claimed.letter().id())
                .containsExactly(batch.get(0).id());
    }
}
