package dev.redrive.mongo.letters;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.mongo.book.MongoLegalHolds;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Version;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parts of processes that ended: they go, and all others stay. */
class LeftPartsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock);
    private final MongoLetters letters = new MongoLetters(mongo, new MongoLegalHolds(mongo), () -> {});
    private final Parts parts = new Parts(mongo);
    private final LeftParts left = new LeftParts(mongo, parts);

    /** As another process has it, which ends when the test wants. */
    private final Batches other = new Batches(mongo, new SequenceTurns(mongo), new Batches.Rest() {
        @Override
        public void finish(Document batch) {}

        @Override
        public void undo(Document batch) {}
    });

    @AfterEach
    void close() {
        mongo.close();
    }

    private static Payload large(int seed) {
        byte[] bytes = new byte[2_500_000];
        new Random(seed).nextBytes(bytes);
        return Payload.of(bytes);
    }

    private NewLetter largeLetter() {
        return new LetterBuilder(ids).message(Message.of(large(1))).build();
    }

    private LetterId captured(NewLetter letter) {
        return letters.captures().capture(List.of(letter)).get(0).id();
    }

    private long chunks() {
        return mongo.collection(Parts.PARTS).countDocuments();
    }

    private DeadLetter found(LetterId id) {
        return letters.questions().find(id).orElseThrow();
    }

    @Test
    void a_part_whose_letter_was_never_written_is_removed_a_day_later_and_not_before() {
        var unused = LetterDocument.of(largeLetter(), UUID.randomUUID(), parts.writing());
        assertThat(chunks()).isEqualTo(1);

        clock.forward(LeftParts.SAFE.minusMillis(1));
        letters.tidy();
        assertThat(chunks()).as("before the day is over").isEqualTo(1);

        clock.forward(LeftParts.EVERY);
        letters.tidy();
        assertThat(chunks()).isZero();
    }

    @Test
    void a_letter_that_is_written_late_has_its_parts() {
        Document late = LetterDocument.of(largeLetter(), UUID.randomUUID(), parts.writing());
        clock.forward(LeftParts.SAFE.minusMillis(1));
        letters.tidy();
        other.insert(List.of(late));

        clock.forward(LeftParts.SAFE);
        letters.tidy();

        assertThat(letters.questions().find(new LetterId(late.get("_id", UUID.class))))
                .map(DeadLetter::payload)
                .contains(large(1));
    }

    @Test
    void payloads_versions_and_older_attempts_of_letters_stay() {
        LetterId edited = captured(largeLetter());
        letters.decisions().edit(edited, 0, Edit.payload(large(2), "ann"));
        LetterId tried = triedOften();
        long before = chunks();

        clock.forward(LeftParts.SAFE);
        letters.tidy();

        assertThat(chunks()).isEqualTo(before).isEqualTo(4);
        assertThat(found(edited).payload()).isEqualTo(large(2));
        assertThat(letters.questions().versions(edited))
                .extracting(Version::payload)
                .containsExactly(large(1), large(2));
        assertThat(found(tried).attempts()).hasSize(201);
    }

    /** More often than its document has room for. */
    private LetterId triedOften() {
        Attempt[] before = new Attempt[200];
        for (int i = 0; i < before.length; i++)
            before[i] = new Attempt(i, clock.instant(), Duration.ZERO, "w", "none", Attempt.Result.FAILED, null);
        LetterId id = captured(new LetterBuilder(ids).triedBefore(before).build());
        letters.leases()
                .settle(List.of(new Settlement(
                        ClaimedLetters.leased(letters.leases(), id, "w", MINUTE).lease(),
                        Duration.ZERO,
                        "none",
                        new Settlement.GaveUp(
                                LetterBuilder.invalid(), LetterBuilder.fingerprint(LetterBuilder.invalid())))));
        return id;
    }

    @Test
    void parts_of_a_batch_stay_until_it_is_taken_back() {
        List<Document> documents = List.of(LetterDocument.of(largeLetter(), UUID.randomUUID(), parts.writing()));
        UUID news = parts.writing().write(UUID.randomUUID(), new byte[10]);
        Document batch = other.begin(CountedBatches.content(documents).append(MongoStreams.NEWS, news));
        other.insertHidden(batch, documents);
        clock.forward(LeftParts.SAFE);

        left.removeSome();
        assertThat(chunks()).as("nobody has decided about the batch").isEqualTo(2);

        letters.tidy();
        assertThat(chunks()).as("the batch is taken back").isZero();
    }

    @Test
    void what_a_letter_had_before_it_was_changed_is_removed_when_its_process_ended_in_between() {
        LetterId id = captured(largeLetter());
        mongo.collection("dlq_messages")
                .updateOne(
                        Filters.eq("_id", id.value()),
                        Updates.combine(Updates.unset("originalMessagePart"), Updates.set("originalMessage", "***")));

        clock.forward(LeftParts.SAFE);
        letters.tidy();

        assertThat(chunks()).isZero();
        assertThat(found(id).payload().text()).contains("***");
    }

    private void leaveBehind(int count) {
        Parts.Writing writing = parts.writing();
        for (int i = 0; i < count; i++) {
            var unused = writing.write(UUID.randomUUID(), new byte[1]);
        }
    }

    @Test
    void a_few_are_looked_at_each_time_and_all_in_the_end() {
        int count = 2 * LeftParts.AT_ONCE + 1;
        leaveBehind(count);
        LetterId id = captured(largeLetter());
        clock.forward(LeftParts.SAFE);

        left.removeSome();
        assertThat(chunks()).isBetween((long) count + 1 - LeftParts.AT_ONCE, (long) count + 2 - LeftParts.AT_ONCE);
        left.removeSome();
        left.removeSome();

        assertThat(chunks()).isEqualTo(1);
        assertThat(found(id).payload()).isEqualTo(large(1));
    }

    @Test
    void parts_that_are_left_behind_later_are_found_when_it_begins_anew() {
        var unused = captured(largeLetter());
        clock.forward(LeftParts.SAFE);
        left.removeSome();
        leaveBehind(200);
        clock.forward(LeftParts.SAFE);

        left.removeSome();

        assertThat(chunks()).isEqualTo(1);
    }
}
