package dev.redrive.mongo.counters;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.parts;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;

/**
 * What batches of new letters count. The letters of a batch are inserted as counted, and the batch says by how much: so they need not
 * be marked one by one when the batch is folded into the counters.
 */
public final class CountedBatches {
    public static final String BATCHES = "dlq_batches";
    public static final String STATE = "state";
    public static final String COMMITTED = "committed";
    public static final String STORED = "stored";

    private static final String DELTAS = "deltas";

    private final MongoCollection<Document> batches;

    CountedBatches(Mongo mongo) {
        this.batches = mongo.collection(BATCHES);
    }

    /** What a batch of these letters has to say; the letters are counted from now on. */
    public static Document content(List<Document> letters) {
        CounterDeltas deltas = new CounterDeltas();
        for (Document letter : letters) {
            CountedLetter now = Objects.requireNonNull(CountedLetter.now(letter));
            deltas.move(null, now);
            letter.append(LetterFields.COUNTED, now.counted());
        }
        return new Document(DELTAS, deltas.documents());
    }

    static void read(Document batch, CounterDeltas.CountsReceiver into) {
        CounterDeltas.read(parts(batch, DELTAS), into);
    }

    /** Those that wait for nothing but to be counted. */
    List<Document> stored(int limit) {
        return batches.find(Filters.eq(STATE, STORED)).limit(limit).into(new ArrayList<>());
    }

    /** All that are kept, but those of the round. */
    void readAllBut(Set<UUID> round, CounterDeltas.CountsReceiver into) {
        try (MongoCursor<Document> kept =
                batches.find(Filters.in(STATE, COMMITTED, STORED)).iterator()) {
            while (kept.hasNext()) {
                Document batch = kept.next();
                if (!round.contains(id(batch, "_id"))) read(batch, into);
            }
        }
    }

    void forget(List<UUID> ids) {
        if (!ids.isEmpty()) batches.deleteMany(Filters.in("_id", ids));
    }
}
