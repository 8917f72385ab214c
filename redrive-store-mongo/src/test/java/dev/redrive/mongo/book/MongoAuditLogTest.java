package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.audit.AuditLine;
import dev.redrive.contract.AuditLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testmongo.TestMongo;
import java.util.List;
import org.junit.jupiter.api.Test;

class MongoAuditLogTest extends AuditLogContract {
    private final String url = TestMongo.freshUrl();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return MongoBookStore.two(url, SettableClock.standing());
    }

    @Test
    void a_line_that_was_changed_in_the_database_is_not_intact() {
        book.append(note("retry", "letter 1"));
        book.append(note("retry", "letter 2"));

        try (Mongo mongo = Mongo.open(url)) {
            mongo.collection("dlq_audit").updateOne(eq("_id", 2L), set("by", "bob"));
        }

        assertThat(book.from(1, 10)).extracting(AuditLine::isIntact).containsExactly(true, false);
    }
}
