package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.testing.Await;
import dev.redrive.testmongo.MongoProcess;
import dev.redrive.testmongo.TestMongo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoBooksTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private AuditNote note(String subject) {
        return new AuditNote(clock.instant(), "ann", "operator", "10.0.0.7", "retry", subject, 1);
    }

    @Test
    void what_is_looked_for_has_an_index() {
        try (Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock)) {
            MongoBooks.open(mongo);

            assertThat(indexes(mongo))
                    .containsEntry("dlq_audit", Set.of("_id", "at", "subject _id"))
                    .containsEntry("dlq_alert", Set.of("_id", "firing since _id"))
                    .containsEntry("dlq_minute", Set.of("_id", "first last"))
                    .containsEntry("dlq_replay", Set.of("_id", "wakeAt", "state _id", "state endedAt"))
                    .containsEntry("dlq_replay_line", Set.of("_id", "letter"))
                    .containsEntry("dlq_replay_hold", Set.of("_id", "replay"))
                    .containsEntry("dlq_messages", Set.of("_id", "leaving"));
        }
    }

    private static Map<String, Set<String>> indexes(Mongo mongo) {
        Map<String, Set<String>> indexes = new TreeMap<>();
        for (String collection : mongo.database().listCollectionNames()) {
            Set<String> keys = new TreeSet<>();
            for (Document index : mongo.collection(collection).listIndexes())
                keys.add(String.join(" ", Fields.part(index, "key").keySet()));
            indexes.put(collection, keys);
        }
        return indexes;
    }

    @Test
    void books_are_opened_again_on_what_they_hold() {
        try (Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock)) {
            MongoBooks first = MongoBooks.open(mongo);
            first.audit().append(note("letter 1"));
            first.series().add(List.of(new MinuteCount(clock.instant(), "orders", Measure.CAPTURED, 1)));
            Map<String, Set<String>> before = indexes(mongo);

            MongoBooks again = MongoBooks.open(mongo);

            assertThat(again.audit().append(note("letter 2")).number()).isEqualTo(2);
            assertThat(indexes(mongo)).isEqualTo(before);
        }
    }

    @Test
    void an_audit_line_that_was_changed_in_the_database_is_not_intact() {
        try (Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock)) {
            MongoBooks books = MongoBooks.open(mongo);
            books.audit().append(note("letter 1"));
            books.audit().append(note("letter 2"));

            mongo.collection("dlq_audit").updateOne(eq("_id", 2L), set("by", "bob"));

            assertThat(books.audit().from(1, 10))
                    .extracting(AuditLine::isIntact)
                    .containsExactly(true, false);
        }
    }

    @Test
    void a_note_that_no_document_can_hold_is_refused_without_repeating_it() {
        try (Mongo mongo = Mongo.open(TestMongo.freshUrl(), clock)) {
            MongoBooks books = MongoBooks.open(mongo);

            assertThatThrownBy(() -> books.audit().append(note("secret".repeat(3_000_000))))
                    .isInstanceOf(StoreRefused.class)
                    .hasMessageContaining("appending to the audit log failed")
                    .hasMessageNotContaining("secret");

            assertThat(books.audit().append(note("letter 1")).number()).isEqualTo(1);
        }
    }

    /** This server forgets everything with its process. */
    @Test
    void books_of_a_server_that_is_away_are_unavailable_and_go_on_when_it_is_back() {
        try (MongoProcess server = MongoProcess.inMemory();
                Mongo mongo = Mongo.open(server.url("books") + "?serverSelectionTimeoutMS=5000", clock)) {
            MongoBooks books = MongoBooks.open(mongo);
            books.audit().append(note("letter 1"));
            server.kill();

            assertUnavailable(() -> books.audit().append(note("letter 2")));
            assertUnavailable(() -> books.alerts().turn("rule", true, clock.instant(), Duration.ZERO));
            assertUnavailable(
                    () -> books.series().add(List.of(new MinuteCount(clock.instant(), "c", Measure.CAPTURED, 1))));
            assertUnavailable(() -> books.series().deleteBefore(clock.instant()));
            assertUnavailable(() -> books.replays().take("node", Duration.ZERO));
            assertUnavailable(() -> books.replays().sentBefore(List.of(ids.next())));
            assertUnavailable(() -> books.holds().list());
            assertUnavailable(() -> books.retentionLog().lease("node", Duration.ZERO));
            server.startAgain();
            Await.until(() -> isThere(books));

            assertThat(books.audit().append(note("letter 3")).number()).isEqualTo(1);
            assertThat(books.retentionLog().lease("node", Duration.ofMinutes(1)))
                    .isTrue();
        }
    }

    private static boolean isThere(MongoBooks books) {
        try {
            return books.audit().list(AuditQuery.newest(1)).isEmpty();
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StoreUnavailable.class);
    }
}
