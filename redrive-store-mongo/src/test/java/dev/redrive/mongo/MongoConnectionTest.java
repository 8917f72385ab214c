package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.testmongo.TestMongo;
import java.util.List;
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
    void an_address_in_which_the_password_may_end_too_early_is_refused_without_a_word_of_it() {
        for (String url : List.of(
                "mongodb://me:s3cret#x@127.0.0.1:1/letters",
                "mongodb://me:s3cret@Zq9/x@127.0.0.1:1/letters",
                "mongodb://me:s3cret?x@127.0.0.1:1/letters")) {
            assertThatThrownBy(() -> Mongo.open(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoCause()
                    .hasMessageContaining("percent-encoded")
                    .hasMessageNotContaining("s3cret")
                    .hasMessageNotContaining("Zq9");
        }
    }

    @Test
    void a_database_whose_name_would_be_cut_is_refused() {
        assertThat(Mongo.trouble("mongodb://127.0.0.1:1/a.b"))
                .hasValueSatisfying(why -> assertThat(why).contains("dot"));
        assertThat(Mongo.trouble("mongodb://127.0.0.1:1/ab?maxPoolSize=abc")).isPresent();
        assertThat(Mongo.trouble("mongodb://me:p%40ss@127.0.0.1:1/ab?maxPoolSize=5"))
                .isEmpty();
    }

    @Test
    void an_address_that_is_none_is_refused_without_its_password() {
        assertThatThrownBy(() -> Mongo.open("mongodb://me:s3cret@:x:/y"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageNotContaining("s3cret");
    }
}
