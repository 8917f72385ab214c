package dev.redrive.mongo.letters;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.StatusWords;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The indexes of letters and of what belongs to them. Those that are missing are built when a store is opened, which may take long when
 * there are many letters already.
 */
final class LetterIndexes {
    /** What letters are looked for by, newest or oldest first. */
    private static final List<String> ALWAYS_THERE = List.of(
            LetterFields.STATUS,
            LetterFields.CHANNEL,
            LetterFields.ERROR_TYPE,
            LetterFields.LAST_ERROR_TYPE,
            LetterFields.CAUSE,
            LetterFields.LAST_CAUSE,
            LetterFields.PRIORITY,
            LetterFields.RETRY_COUNT,
            LetterFields.UPDATED_AT,
            "messageId");

    private static final List<String> SOMETIMES_THERE = List.of(
            "event.pattern",
            "subscriberId",
            LetterFields.MESSAGE_KEY,
            LetterFields.TAGS,
            LetterFields.ATTRIBUTES,
            LetterFields.CLOSED_BY);

    /** Of few letters at any time. */
    private static final List<String> SELDOM_THERE =
            List.of(LetterFields.LOCKED_UNTIL, LetterFields.NEXT_RETRY_AT, LetterFields.HIDDEN, LetterFields.UNCOUNTED);

    private LetterIndexes() {}

    static void create(Mongo mongo) {
        Mongo.run("building the indexes of letters", () -> {
            mongo.patient(LetterFields.LETTERS).createIndexes(ofLetters());
            mongo.patient(Parts.PARTS)
                    .createIndexes(List.of(
                            new IndexModel(Indexes.ascending("part", "n"), new IndexOptions().unique(true)),
                            new IndexModel(Indexes.ascending("letter")),
                            // All that looking for those that were left behind needs: the chunks themselves are large.
                            new IndexModel(Indexes.ascending("part", "letter", "at"))));
            mongo.patient("dlq_causes")
                    .createIndexes(List.of(
                            new IndexModel(Indexes.ascending("state", "firstSeen")),
                            new IndexModel(Indexes.ascending("firstSeen"))));
            mongo.patient(Causes.NOTES).createIndex(Indexes.ascending("cause", "at", "_id"));
            mongo.patient(CountedBatches.BATCHES).createIndex(Indexes.ascending(CountedBatches.STATE));
            mongo.patient("dlq_counters").createIndex(Indexes.ascending("kind"));
            mongo.patient("dlq_positions").createIndex(Indexes.ascending("stream"));
        });
    }

    private static List<IndexModel> ofLetters() {
        List<IndexModel> indexes = new ArrayList<>();
        indexes.add(unique(LetterFields.CAPTURE_KEY));
        indexes.add(unique(LetterFields.TURN));
        indexes.add(claims());
        indexes.add(new IndexModel(
                Indexes.ascending(LetterFields.SEQUENCE, LetterFields.ID),
                onlyWith(LetterFields.SEQUENCE, new Document("$exists", true))));
        indexes.add(
                new IndexModel(Indexes.ascending(LetterFields.STATUS, LetterFields.CHANNEL, LetterFields.UPDATED_AT)));
        for (String field : SELDOM_THERE)
            indexes.add(new IndexModel(Indexes.ascending(field), new IndexOptions().sparse(true)));
        for (String field : ALWAYS_THERE) indexes.add(new IndexModel(Indexes.ascending(field, LetterFields.ID)));
        for (String field : SOMETIMES_THERE)
            indexes.add(new IndexModel(
                    Indexes.ascending(field, LetterFields.ID), onlyWith(field, new Document("$exists", true))));
        return indexes;
    }

    private static IndexModel unique(String field) {
        return new IndexModel(
                Indexes.ascending(field), new IndexOptions().unique(true).sparse(true));
    }

    /** In the order in which letters are claimed, and only those that can be. */
    private static IndexModel claims() {
        Bson order = Indexes.compoundIndex(
                Indexes.descending(LetterFields.PRIORITY),
                Indexes.ascending(LetterFields.CREATED_AT, LetterFields.ID, LetterFields.NEXT_RETRY_AT));
        return new IndexModel(order, onlyWith(LetterFields.STATUS, StatusWords.PENDING));
    }

    private static IndexOptions onlyWith(String field, Object value) {
        return new IndexOptions().partialFilterExpression(new Document(field, value));
    }
}
