package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.testmongo.TestMongo;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoConnectionTest {
    @Test
    void what_is_written_is_read() {
        try (Mongo mongo = Mongo.open(TestMongo.freshUrl())) {
            mongo.collection("some").insertOne(new Document("_id", 1).append("a", "b"));

            assertThat(mongo.collection("some").find().first()).containsEntry("a", "b");
        }
    }

    @Test
    void a_server_that_is_away_is_unavailable_and_the_password_is_not_told() {
        String url = "mongodb://me:s3cret@127.0.0.1:1/letters?serverSelectionTimeoutMS=200";

        assertThatThrownBy(() -> Mongo.open(url))
                .isInstanceOf(StoreUnavailable.class)
                .hasMessageContaining("127.0.0.1:1")
                .satisfies(e -> assertThat(e.toString() + e.getCause()).doesNotContain("s3cret"));
    }

    @Test
    void an_address_that_is_none_is_refused_without_its_password() {
        assertThatThrownBy(() -> Mongo.open("mongodb://me:s3cret@:x:/y"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageNotContaining("s3cret");
    }
}
