package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.testmongo.TestMongo;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a hold stops a process that has looked at the holds already and is about to delete a letter. */
class LettersThatLeaveTest {
    private static final CauseId FIRST = new CauseId(new UUID(1, 1));
    private static final CauseId LAST = new CauseId(new UUID(2, 2));
    private static final CauseId OTHER = new CauseId(new UUID(3, 3));

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final String url = TestMongo.freshUrl();
    private final Mongo holding = Mongo.open(url, clock);
    private final Mongo removing = Mongo.open(url, clock);
    private final LegalHolds holds = new MongoLegalHolds(holding);

    @AfterEach
    void close() {
        holding.close();
        removing.close();
    }

    private MongoCollection<Document> letters() {
        return removing.collection(LetterFields.LETTERS);
    }

    private LetterId stored(String channel, CauseId cause, CauseId lastCause) {
        LetterId id = ids.next();
        letters()
                .insertOne(new Document("_id", id.value())
                        .append(LetterFields.CHANNEL, channel)
                        .append(LetterFields.CAUSE, cause.value())
                        .append(LetterFields.LAST_CAUSE, lastCause.value())
                        .append(LetterFields.ETAG, new UUID(7, 7)));
        return id;
    }

    private UUID marked(LetterId id) {
        UUID token = UUID.randomUUID();
        letters().updateOne(eq("_id", id.value()), set(LetterFields.LEAVING, token));
        return token;
    }

    private boolean isDeleted(LetterId id, UUID token) {
        return letters()
                        .deleteOne(and(eq("_id", id.value()), eq(LetterFields.LEAVING, token)))
                        .getDeletedCount()
                == 1;
    }

    private void place(HoldSubject subject) {
        holds.place(new LegalHold(subject, "ann", "case 4711", clock.instant()));
    }

    @Test
    void a_hold_stops_each_of_its_letters_and_no_other() {
        for (HoldSubject.Kind kind : HoldSubject.Kind.values()) {
            LetterId held = stored("orders", FIRST, LAST);
            LetterId other = stored("bills", OTHER, OTHER);
            UUID heldMark = marked(held);
            UUID otherMark = marked(other);

            place(
                    switch (kind) {
                        case LETTER -> HoldSubject.letter(held);
                        case CAUSE -> HoldSubject.cause(LAST);
                        case CHANNEL -> HoldSubject.channel("orders");
                    });

            assertThat(isDeleted(held, heldMark)).as("%s", kind).isFalse();
            assertThat(isDeleted(other, otherMark)).as("%s", kind).isTrue();
        }
    }

    @Test
    void a_letter_that_failed_with_a_held_cause_first_is_stopped_too() {
        LetterId id = stored("orders", FIRST, LAST);
        UUID mark = marked(id);

        place(HoldSubject.cause(FIRST));

        assertThat(isDeleted(id, mark)).isFalse();
    }

    @Test
    void a_letter_that_is_stopped_is_another_than_the_one_that_was_read() {
        LetterId id = stored("orders", FIRST, LAST);
        LetterId unmarked = stored("orders", FIRST, LAST);
        marked(id);

        place(HoldSubject.channel("orders"));

        assertThat(etag(id)).isNotEqualTo(new UUID(7, 7));
        assertThat(etag(unmarked)).isEqualTo(new UUID(7, 7));
    }

    private UUID etag(LetterId id) {
        Document letter = letters().find(eq("_id", id.value())).first();
        assertThat(letter).isNotNull();
        return Fields.id(letter, LetterFields.ETAG);
    }

    @Test
    void a_hold_that_was_there_stops_letters_again() {
        HoldSubject subject = HoldSubject.channel("orders");
        place(subject);
        LetterId id = stored("orders", FIRST, LAST);
        UUID mark = marked(id);

        place(subject);

        assertThat(isDeleted(id, mark)).isFalse();
    }

    @Test
    void no_letter_leaves_after_a_hold_on_it_was_placed() throws Exception {
        LegalHolds seen = new MongoLegalHolds(removing);
        ExecutorService remover = Executors.newSingleThreadExecutor();
        try {
            List<LetterId> held = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                String channel = "channel " + i;
                LetterId id = stored(channel, FIRST, LAST);
                CyclicBarrier start = new CyclicBarrier(2);
                Future<?> removal = remover.submit(() -> {
                    start.await();
                    remove(id, channel, seen);
                    return true;
                });
                start.await();
                place(HoldSubject.channel(channel));
                if (isStored(id)) held.add(id);
                removal.get();
            }

            assertThat(held).allMatch(this::isStored);
            assertThat(letters().countDocuments()).isEqualTo(held.size());
        } finally {
            remover.shutdownNow();
        }
    }

    private void remove(LetterId id, String channel, LegalHolds seen) {
        UUID mark = marked(id);
        if (seen.on(id, channel, FIRST, LAST).isEmpty()) {
            boolean unused = isDeleted(id, mark);
        }
    }

    private boolean isStored(LetterId id) {
        return holding.collection(LetterFields.LETTERS)
                        .find(eq("_id", id.value()))
                        .first()
                != null;
    }
}
