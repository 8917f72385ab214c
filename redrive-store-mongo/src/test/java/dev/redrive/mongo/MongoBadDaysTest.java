package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.redrive.Stores;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.testmongo.MongoProcess;
import dev.redrive.testmongo.TestMongo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Servers that go away, wrong passwords, and databases that are filled already. */
class MongoBadDaysTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private NewLetter letter() {
        return new LetterBuilder(ids).build();
    }

    @Test
    void a_server_that_goes_away_is_unavailable_and_used_again_when_it_is_back() {
        try (MongoProcess server = MongoProcess.inMemory();
                DeadLetterStore store =
                        MongoDeadLetterStore.open(server.url("a") + "?serverSelectionTimeoutMS=3000", clock)) {
            store.capture(List.of(letter()));
            server.kill();

            assertThatThrownBy(() -> store.capture(List.of(letter(), letter()))).isInstanceOf(StoreUnavailable.class);
            assertThatThrownBy(store::tallies).isInstanceOf(StoreUnavailable.class);

            server.startAgain();
            LetterId id = store.capture(List.of(letter())).get(0).id();
            assertThat(store.find(id)).isPresent();
        }
    }

    @Test
    void letters_are_there_again_after_a_server_was_stopped() {
        try (MongoProcess server = MongoProcess.onDisk()) {
            List<LetterId> captured = new ArrayList<>();
            try (DeadLetterStore store = MongoDeadLetterStore.open(server.url("a"), clock)) {
                for (int i = 0; i < 20; i++)
                    captured.add(
                            store.capture(List.of(letter(), letter())).get(0).id());
                store.reclaim();
            }
            server.stop();
            server.startAgain();

            try (DeadLetterStore store = MongoDeadLetterStore.open(server.url("a"), clock)) {
                assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(40));
                assertThat(store.states(captured)).hasSize(20);
            }
        }
    }

    @Test
    void a_wrong_password_is_not_told_and_neither_is_the_user() {
        String url = TestMongo.url("a").replaceFirst("mongodb://([^@/]*@)?", "mongodb://klara:s3cret@")
                + (TestMongo.url("a").contains("?") ? "&" : "?") + "serverSelectionTimeoutMS=300&authSource=admin";

        assertThatThrownBy(() -> Stores.open(url))
                .isInstanceOf(StoreException.class)
                .satisfies(e -> assertThat(printed(e)).doesNotContain("s3cret").doesNotContain("klara"));
    }

    private static String printed(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void a_url_of_mongodb_opens_a_store() {
        try (DeadLetterStore store = Stores.open(TestMongo.freshUrl())) {
            assertThat(store).isInstanceOf(MongoDeadLetterStore.class);
            assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(0));
        }
    }

    @Test
    void indexes_are_built_on_a_collection_that_is_filled() {
        String database = TestMongo.freshDatabase();
        String url = TestMongo.url(database);
        try (DeadLetterStore store = MongoDeadLetterStore.open(url, clock)) {
            store.capture(IntStream.range(0, 200).mapToObj(i -> letter()).toList());
        }
        try (MongoClient client = MongoClients.create(url)) {
            var letters = client.getDatabase(database).getCollection("dlq_messages");
            int before = letters.listIndexes().into(new ArrayList<>()).size();
            letters.dropIndex("captureKey_1");
            letters.dropIndex("turn_1");

            MongoDeadLetterStore.open(url, clock).close();

            assertThat(letters.listIndexes().into(new ArrayList<>()))
                    .hasSize(before)
                    .extracting(index -> index.getString("name"))
                    .contains("captureKey_1", "turn_1");
        }
    }

    @Test
    void documents_have_the_fields_that_people_query() {
        String database = TestMongo.freshDatabase();
        try (DeadLetterStore store = MongoDeadLetterStore.open(TestMongo.url(database), clock);
                MongoClient client = MongoClients.create(TestMongo.url(database))) {
            store.capture(List.of(new LetterBuilder(ids)
                    .event("msg_1", "payment.failed")
                    .tagged("payment", "critical")
                    .saying("{\"amount\":99.99}")
                    .build()));

            Document found = client.getDatabase(database)
                    .getCollection("dlq_messages")
                    .find(new Document("status", "dlq_pending").append("lockedBy", null))
                    .sort(new Document("priority", -1).append("createdAt", 1))
                    .limit(10)
                    .first();

            assertThat(found)
                    .isNotNull()
                    .containsEntry("messageId", "msg_1")
                    .containsEntry("originalMessage", "{\"amount\":99.99}")
                    .containsEntry("errorType", "java.net.SocketTimeoutException")
                    .containsEntry("errorReason", "Read timed out")
                    .containsKeys(
                            "errorStack",
                            "retryCount",
                            "dlqRetryCount",
                            "firstFailedAt",
                            "lastFailedAt",
                            "nextRetryAt",
                            "replayAttempts",
                            "createdAt",
                            "updatedAt");
            assertThat(found.get("metadata", Document.class).getList("tags", String.class))
                    .containsExactly("payment", "critical");
        }
    }

    @Test
    void another_process_hears_that_letters_are_due() throws InterruptedException {
        List<DeadLetterStore> stores = MongoStores.twoStores(clock);
        CountDownLatch heard = new CountDownLatch(1);
        stores.get(1).onSignal(heard::countDown);

        stores.get(0).capture(List.of(letter()));

        assertThat(heard.await(30, TimeUnit.SECONDS)).isTrue();
        stores.forEach(DeadLetterStore::close);
    }
}
