package dev.redrive.mongo.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.SettableClock;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreException;
import dev.redrive.testmongo.TestMongo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process leaves of a ledger that ends in the middle of a call. */
class LedgerEndTest {
    private final SettableClock clock = SettableClock.standing();
    private final String url = TestMongo.freshUrl();
    private final LetterIds letters = new LetterIds(clock);

    private final Mongo mongo = Mongo.open(url, clock);
    private final Mongo otherMongo = Mongo.open(url, clock);
    private final ReplayBook book = new MongoReplayBook(mongo);
    private final ReplayBook other = new MongoReplayBook(otherMongo);
    private final ReplayLedgers ledgers = new ReplayLedgers(mongo);

    @AfterEach
    void close() {
        mongo.close();
        otherMongo.close();
    }

    private ReplayId planning() {
        Replay replay = Replay.fresh(
                ReplayId.next(letters),
                "ann",
                clock.instant(),
                Json.EMPTY_OBJECT,
                Brakes.defaults(),
                ReplayTask.plain());
        book.add(replay);
        return replay.id();
    }

    private List<LedgerLine> lines(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(position -> LedgerLine.planned(position, letters.next(), "orders", LetterStatus.FAILED, 3, 1))
                .toList();
    }

    private long storedLines() {
        return mongo.collection("dlq_replay_line").countDocuments();
    }

    @Test
    void lines_of_an_append_that_did_not_end_do_not_count() {
        ReplayId id = planning();
        List<LedgerLine> whole = lines(1, 2);
        List<LedgerLine> half = lines(3, 4);
        book.append(id, whole);
        ledgers.insert(id, half);

        assertThat(other.ledger(id, Set.of(), 0, 10)).isEqualTo(whole);
        assertThat(other.next(id, 2, 10)).isEmpty();
        assertThat(other.line(id, half.get(0).letter())).isEmpty();
        assertThat(other.tally(id)).isEqualTo(Map.of(LineState.PLANNED, 2L));
        assertThat(other.hold(id, 1, 10).held()).isEqualTo(2);
    }

    @Test
    void an_append_that_did_not_end_can_be_done_again() {
        ReplayId id = planning();
        List<LedgerLine> lines = lines(1, 4);
        ledgers.insert(id, lines.subList(0, 2));

        book.append(id, lines);
        book.append(id, lines);

        assertThat(other.ledger(id, Set.of(), 0, 10)).isEqualTo(lines);
    }

    @Test
    void nothing_is_appended_behind_a_gap_or_to_a_replay_that_is_gone() {
        ReplayId id = planning();
        ReplayId gone = planning();
        book.remove(gone);

        assertThatThrownBy(() -> book.append(id, lines(2, 3)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(id.toString());
        assertThatThrownBy(() -> book.append(gone, lines(1, 2)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(gone.toString());

        assertThat(storedLines()).isZero();
    }

    @Test
    void a_ledger_with_more_lines_than_are_deleted_at_once_leaves_nothing() {
        ReplayId large = planning();
        ReplayId small = planning();
        book.append(large, lines(1, 10_001));
        book.append(small, lines(1, 2));

        book.remove(large);

        assertThat(storedLines()).isEqualTo(2);
        assertThat(other.ledger(small, Set.of(), 0, 10)).hasSize(2);
    }

    @Test
    void a_line_that_was_sent_and_came_back_meanwhile_was_changed_by_both_calls() {
        ReplayId id = planning();
        book.append(id, lines(1, 1));
        LetterId letter = book.next(id, 0, 1).get(0).letter();

        ReplayLedgers.Call sent =
                ledgers.write(id, List.of(new LedgerLine.Mark(1, LineState.SENT, null)), clock.instant());
        Set<Long> back = other.mark(id, List.of(new LedgerLine.Mark(1, LineState.CAME_BACK, null)));

        assertThat(back).containsExactly(1L);
        assertThat(ledgers.changed(sent)).containsExactly(1L);
        assertThat(book.line(id, letter).orElseThrow().state()).isEqualTo(LineState.CAME_BACK);
    }
}
