package dev.redrive.mongo.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import dev.redrive.store.StoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MongoErrorsTest {
    private static final int DUPLICATE = 11000;
    private static final String QUOTING = "E11000 duplicate key error, dup key: { messageKey: \"secret-7\" }";
    private static final ServerAddress SERVER = new ServerAddress();

    static Stream<MongoException> quoting() {
        BsonDocument answer = new BsonDocument("ok", new BsonInt32(0))
                .append("code", new BsonInt32(DUPLICATE))
                .append("codeName", new BsonString("DuplicateKey"))
                .append("errmsg", new BsonString(QUOTING));
        BulkWriteError error = new BulkWriteError(DUPLICATE, QUOTING, new BsonDocument(), 0);
        return Stream.of(
                new MongoCommandException(answer, SERVER),
                new MongoWriteException(new WriteError(DUPLICATE, QUOTING, new BsonDocument()), SERVER, Set.of()),
                new MongoBulkWriteException(BulkWriteResult.unacknowledged(), List.of(error), null, SERVER, Set.of()));
    }

    @ParameterizedTest
    @MethodSource("quoting")
    void what_a_server_quotes_of_documents_is_in_no_stack_trace(MongoException thrown) {
        StoreException error = MongoErrors.of("capturing letters", thrown);

        StringWriter printed = new StringWriter();
        error.printStackTrace(new PrintWriter(printed));
        assertThat(printed.toString())
                .contains("capturing letters failed", String.valueOf(DUPLICATE))
                .doesNotContain("secret-7");
    }
}
