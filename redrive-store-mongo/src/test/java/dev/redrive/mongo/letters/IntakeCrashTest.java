package dev.redrive.mongo.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.book.MongoLegalHolds;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Intakes of processes that end in the middle: letters, positions and news stay together. */
class IntakeCrashTest {
    private static final String STREAM = "id/orders.dlq";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock);
    private final MongoLetters letters = new MongoLetters(mongo, new MongoLegalHolds(mongo), () -> {});
    private final Parts parts = new Parts(mongo);
    private final StreamPositions positions = new StreamPositions(mongo);

    /** As another process has it, which does no more than the test says. */
    private final Batches other = new Batches(mongo, new SequenceTurns(mongo), new Batches.Rest() {
        @Override
        public void finish(Document batch) {}

        @Override
        public void undo(Document batch) {}
    });

    private final NewLetter fresh = new LetterBuilder(ids).build();
    private LetterId sent;
    private ReturnedLetter news;

    @BeforeEach
    void aLetterThatWasSent() {
        sent = letters.captures()
                .capture(List.of(new LetterBuilder(ids).build()))
                .get(0)
                .id();
        Lease lease = ClaimedLetters.leased(letters.leases(), sent, "w", MINUTE).lease();
        letters.leases()
                .settle(List.of(new Settlement(lease, Duration.ZERO, "none", new Settlement.Sent("orders-0@1"))));
        letters.streams().ingest(new Intake(List.of(), List.of(), List.of(new ReadRange(STREAM, 0, 0, 5))));
        news = new ReturnedLetter(
                sent,
                lease.token(),
                clock.instant(),
                new Settlement.GaveUp(LetterBuilder.invalid(), LetterBuilder.fingerprint(LetterBuilder.invalid())));
    }

    @AfterEach
    void close() {
        mongo.close();
    }

    /** All steps before the commit. */
    private Document begun() {
        List<Document> documents = List.of(LetterDocument.of(fresh, UUID.randomUUID(), parts.writing()));
        List<Document> moves =
                StreamPositions.moves(List.of(new ReadRange(STREAM, 0, 5, 6), new ReadRange(STREAM, 1, 0, 1)));
        UUID content =
                parts.writing().write(UUID.randomUUID(), VersionDocument.bytes(ReturnDocument.of(List.of(news))));
        Document batch = other.begin(
                CountedBatches.content(documents).append("positions", moves).append("news", content));
        positions.lock(batch, id -> {});
        other.insertHidden(batch, documents);
        return batch;
    }

    private DeadLetter found() {
        return letters.questions().find(sent).orElseThrow();
    }

    @Test
    void nothing_of_an_intake_that_was_not_committed_is_there() {
        begun();

        assertThat(letters.streams().positions(STREAM)).isEqualTo(Map.of(0, 5L));
        assertThat(letters.questions().count(Filter.all())).isEqualTo(Total.exactly(1));
        assertThat(found().status()).isEqualTo(LetterStatus.REPLAYED);
    }

    @Test
    void another_reader_takes_over_when_it_is_stale() {
        begun();
        clock.forward(Batches.STALE);

        letters.streams().ingest(new Intake(List.of(fresh), List.of(), List.of(new ReadRange(STREAM, 0, 5, 7))));

        assertThat(letters.streams().positions(STREAM)).isEqualTo(Map.of(0, 7L));
        assertThat(letters.questions().count(Filter.all())).isEqualTo(Total.exactly(2));
        assertThat(found().status()).isEqualTo(LetterStatus.REPLAYED);
        assertThat(letters.counters().isRight()).isTrue();
    }

    @Test
    void all_of_an_intake_that_was_committed_is_there_as_soon_as_somebody_asks_for_the_positions() {
        other.commit(begun());

        assertThat(letters.streams().positions(STREAM)).isEqualTo(Map.of(0, 6L, 1, 1L));

        assertThat(letters.questions().find(fresh.id())).isPresent();
        assertThat(found().status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found().attempts())
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.SENT, Attempt.Result.CAME_BACK);
        assertThat(found().lastFailure()).isEqualTo(LetterBuilder.invalid());
        assertThat(letters.counters().isRight()).isTrue();
    }

    @Test
    void another_reader_of_the_same_range_finishes_it_and_is_too_late() {
        other.commit(begun());

        assertThatThrownBy(() -> letters.streams()
                        .ingest(new Intake(List.of(), List.of(), List.of(new ReadRange(STREAM, 0, 5, 7)))))
                .isInstanceOf(PositionConflict.class)
                .hasMessageContaining("up to 6");

        assertThat(found().status()).isEqualTo(LetterStatus.FAILED);
        assertThat(letters.questions().find(fresh.id())).isPresent();
    }

    @Test
    void news_that_were_recorded_before_the_process_ended_are_not_recorded_twice() {
        Document batch = begun();
        other.commit(batch);
        letters.streams().ingest(new Intake(List.of(), List.of(news), List.of()));

        letters.streams().positions(STREAM);

        assertThat(found().attempts()).hasSize(2);
    }
}
