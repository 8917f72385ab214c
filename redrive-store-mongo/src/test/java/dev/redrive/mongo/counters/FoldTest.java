package dev.redrive.mongo.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Filters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.book.MongoLegalHolds;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.letters.MongoLetters;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters whose folds end anywhere, compared with a recount of the letters. */
class FoldTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock);
    private final MongoLetters letters = new MongoLetters(mongo, new MongoLegalHolds(mongo), () -> {});
    private final Counters counters = letters.counters();

    /** A process that ends after so many steps. */
    private static final class Ends implements Runnable {
        private final AtomicInteger left;

        Ends(int steps) {
            left = new AtomicInteger(steps);
        }

        @Override
        public void run() {
            if (left.getAndDecrement() == 0) throw new IllegalStateException("the process ended");
        }
    }

    /** One by one, and some more in a batch. */
    private List<LetterId> captured(int count) {
        List<LetterId> captured = new ArrayList<>();
        List<NewLetter> batch = IntStream.range(0, count)
                .mapToObj(i -> new LetterBuilder(ids).from("batch").build())
                .toList();
        letters.captures().capture(batch);
        for (int i = 0; i < count; i++) {
            LetterBuilder letter = new LetterBuilder(ids).from("c" + i % 3);
            captured.add(
                    letters.captures().capture(List.of(letter.build())).get(0).id());
        }
        return captured;
    }

    @BeforeEach
    void someLetters() {
        List<LetterId> some = captured(9);
        letters.fold();
        letters.decisions().move(some.get(0), ManualMove.archive("ann", null));
        letters.decisions().move(some.get(1), ManualMove.discard("ann", null));
        letters.decisions().delete(some.get(2));
        captured(2);
    }

    @AfterEach
    void close() {
        mongo.close();
    }

    @Test
    void counters_are_right_before_and_after_they_are_folded() {
        assertThat(counters.isFolded()).isFalse();
        assertThat(counters.isRight()).isTrue();

        assertThat(counters.fold()).isTrue();

        assertThat(counters.isFolded()).isTrue();
        assertThat(counters.isRight()).isTrue();
        assertThat(letters.questions().tallies().byStatus().of(LetterStatus.ARCHIVED))
                .isEqualTo(2);
        assertThat(letters.questions().tallies().byStatus().total()).isEqualTo(21);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void a_fold_that_ended_after_any_of_its_steps_is_finished_once(int steps) {
        Counters ending = new Counters(mongo, new Ends(steps));
        assertThatThrownBy(ending::fold).hasMessage("the process ended");

        assertThat(counters.isRight()).as("before it is finished").isTrue();
        clock.forward(Duration.ofMinutes(1));
        assertThat(counters.fold()).isTrue();

        assertThat(counters.isFolded()).isTrue();
        assertThat(counters.isRight()).as("after it is finished").isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void letters_that_change_while_a_fold_is_unfinished_are_counted_once(int steps) {
        Counters ending = new Counters(mongo, new Ends(steps));
        assertThatThrownBy(ending::fold).hasMessage("the process ended");
        List<LetterId> more = captured(3);
        letters.decisions().move(more.get(0), ManualMove.archive("ann", null));
        letters.questions()
                .next(Filter.all(), 100, null)
                .forEach(id -> letters.decisions().move(id, ManualMove.restore("bob")));

        assertThat(counters.isRight()).as("before it is finished").isTrue();
        clock.forward(Duration.ofMinutes(1));
        assertThat(counters.fold()).isTrue();
        assertThat(counters.isRight()).as("after it is finished").isTrue();
        assertThat(counters.isFolded()).isTrue();
    }

    @Test
    void a_counter_that_is_wrong_is_found_by_a_recount() {
        counters.fold();
        mongo.collection("dlq_counters")
                .updateOne(Filters.eq("kind", "tally"), new Document("$inc", new Document("counts.dlq_pending", 1L)));

        assertThat(counters.isRight()).isFalse();
    }

    @Test
    void a_deleted_letter_leaves_nothing_behind_once_it_is_counted() {
        counters.fold();

        assertThat(mongo.collection("dlq_messages").countDocuments()).isEqualTo(21);
    }
}
