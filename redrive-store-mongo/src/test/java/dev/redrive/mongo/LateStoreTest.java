package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Stores;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.testing.Await;
import dev.redrive.testmongo.MongoProcess;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class LateStoreTest {
    private static final LetterId LETTER = new LetterId(UUID.fromString("019a9720-3f1c-7c10-8d1e-5a0b6c7d8e9f"));
    private static final String IMPATIENT = "?serverSelectionTimeoutMS=200";

    private static boolean answers(DeadLetterStore store) {
        try {
            return store.find(LETTER).isEmpty();
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    @Test
    void a_store_that_was_opened_before_its_server_is_there_when_the_server_is() {
        try (MongoProcess mongo = MongoProcess.inMemory()) {
            mongo.stop();
            try (DeadLetterStore store = Stores.open(mongo.url("late") + IMPATIENT)) {
                LegalHolds holds = store.holds();
                CountDownLatch signal = new CountDownLatch(1);
                store.onSignal(signal::countDown);
                assertThatThrownBy(() -> store.find(LETTER))
                        .isInstanceOf(StoreUnavailable.class)
                        .hasMessageContaining("127.0.0.1");
                assertThatThrownBy(holds::list).isInstanceOf(StoreUnavailable.class);
                assertThat(store.clock().instant()).isNotNull();

                mongo.startAgain();

                Await.until("the store is there", () -> answers(store));
                assertThat(holds.list()).isEmpty();
                try (Mongo other = Mongo.open(mongo.url("late"))) {
                    Document due = new Document("_id", "due").append("by", new ObjectId());
                    other.collection("dlq_signals").insertOne(due.append("n", new ObjectId()));
                }
                Await.countedDown(signal);
            }
        }
    }

    @Test
    void a_store_whose_server_never_came_is_closed() {
        DeadLetterStore store = Stores.open("mongodb://127.0.0.1:1/late" + IMPATIENT);

        store.close();

        assertThat(answers(store)).isFalse();
    }
}
