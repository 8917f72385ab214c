package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.store.StoreUnavailable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Which letters are in replays that are not over, in the collection {@code dlq_replay_hold}. The letter is the id: it is in one at most. */
final class ReplayedLetters {
    private static final int MOST_TRIES = 1000;

    private final MongoCollection<Document> holds;

    ReplayedLetters(Mongo mongo) {
        this.holds = mongo.collection("dlq_replay_hold");
        mongo.patient("dlq_replay_hold").createIndex(Indexes.ascending("replay"));
    }

    /** Takes those that are free; returns which replay has each of the letters. */
    Map<LetterId, ReplayId> take(ReplayId id, Collection<LetterId> letters) {
        if (letters.isEmpty()) return Map.of();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            insert(id, letters);
            Map<LetterId, ReplayId> holders = holders(letters);
            // Another replay may let go of a letter just when it was found to have it.
            if (holders.size() == letters.size()) return holders;
        }
        throw new StoreUnavailable("taking letters for replay " + id
                + " failed: other replays took and gave back some of" + " them " + MOST_TRIES + " times meanwhile");
    }

    private void insert(ReplayId id, Collection<LetterId> letters) {
        List<Document> all = letters.stream()
                .map(letter -> new Document("_id", letter.value()).append("replay", id.value()))
                .toList();
        try {
            holds.insertMany(all, new InsertManyOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            if (!MongoErrors.isDuplicate(e)) throw e;
        }
    }

    /** What others have taken just now is seen too: what is concluded from it is written after it. */
    Map<LetterId, ReplayId> holders(Collection<LetterId> letters) {
        Map<LetterId, ReplayId> holders = new HashMap<>();
        holds.withReadConcern(ReadConcern.LOCAL)
                .find(in("_id", letters.stream().map(LetterId::value).toList()))
                .forEach(hold ->
                        holders.put(new LetterId(Fields.id(hold, "_id")), new ReplayId(Fields.id(hold, "replay"))));
        return holders;
    }

    /** Those of these letters that these replays have. */
    void release(Collection<ReplayId> replays, Collection<LetterId> letters) {
        if (replays.isEmpty()) return;
        holds.deleteMany(and(
                in("_id", letters.stream().map(LetterId::value).toList()),
                in("replay", replays.stream().map(ReplayId::value).toList())));
    }

    void release(ReplayId id) {
        Repeatable.run("giving back the letters of a replay", () -> holds.deleteMany(eq("replay", id.value())));
    }
}
