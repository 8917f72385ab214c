package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.isTrue;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.text;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.documents.Change;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.streams.ReadRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * How far streams were read. An intake locks the positions that it moves, in the same order as every other intake, and its commit moves
 * them.
 */
final class StreamPositions {
    private static final int TRIES = 1000;
    private static final String LOCK = "lock";
    private static final String NEXT = "next";
    /** Made by the intake that has locked it: without its commit it does not exist. */
    private static final String IS_NEW = "isNew";

    private final MongoCollection<Document> positions;

    StreamPositions(Mongo mongo) {
        this.positions = mongo.newest("dlq_positions");
    }

    // What an intake moves

    /** The moves of an intake, each place once and in one order; ranges of one place must follow each other. */
    static List<Document> moves(List<ReadRange> read) {
        Map<String, Document> moves = new TreeMap<>();
        for (ReadRange range : read) {
            Document before = moves.get(place(range));
            if (before == null) moves.put(place(range), move(range));
            else {
                if (big(before, NEXT) != range.from()) throw new PositionConflict(range, big(before, NEXT));
                before.put(NEXT, range.next());
            }
        }
        return List.copyOf(moves.values());
    }

    private static String place(ReadRange range) {
        return range.partition() + " " + range.stream();
    }

    private static Document move(ReadRange range) {
        return new Document("place", place(range))
                .append("stream", range.stream())
                .append("partition", range.partition())
                .append("from", range.from())
                .append(NEXT, range.next());
    }

    private static ReadRange range(Document move) {
        return new ReadRange(text(move, "stream"), number(move, "partition"), big(move, "from"), big(move, NEXT));
    }

    /** Locks what a batch moves; waits for the batches of others. */
    void lock(Document batch, Consumer<UUID> await) {
        for (Document move : parts(batch, "positions")) lock(id(batch, "_id"), move, await);
    }

    private void lock(UUID batch, Document move, Consumer<UUID> await) {
        for (int i = 0; i < TRIES; i++) {
            Document found = find(text(move, "place"));
            UUID other = found == null ? null : idOrNull(found, LOCK);
            if (other != null) await.accept(other);
            else if (found == null ? created(batch, move) : locked(batch, move, found)) return;
        }
        throw new StoreUnavailable("other readers move the same position all the time; try again");
    }

    private @Nullable Document find(String place) {
        return positions.find(Filters.eq("_id", place)).first();
    }

    private boolean created(UUID batch, Document move) {
        try {
            positions.insertOne(new Document("_id", text(move, "place"))
                    .append("stream", text(move, "stream"))
                    .append("partition", number(move, "partition"))
                    .append(NEXT, big(move, "from"))
                    .append(LOCK, batch)
                    .append(IS_NEW, true));
            return true;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    private boolean locked(UUID batch, Document move, Document found) {
        if (big(found, NEXT) != big(move, "from")) throw new PositionConflict(range(move), big(found, NEXT));
        return positions
                        .updateOne(
                                new Document("_id", text(move, "place"))
                                        .append(NEXT, big(move, "from"))
                                        .append(LOCK, null),
                                new Change().set(LOCK, batch).update())
                        .getMatchedCount()
                == 1;
    }

    void move(Document batch) {
        for (Document move : parts(batch, "positions"))
            positions.updateOne(
                    lockedBy(batch, move),
                    new Change().set(NEXT, big(move, NEXT)).unset(LOCK, IS_NEW).update());
    }

    void unlock(Document batch) {
        for (Document move : parts(batch, "positions")) {
            positions.deleteOne(lockedBy(batch, move).append(IS_NEW, true));
            positions.updateOne(lockedBy(batch, move), new Change().unset(LOCK).update());
        }
    }

    private static Document lockedBy(Document batch, Document move) {
        return new Document("_id", text(move, "place")).append(LOCK, id(batch, "_id"));
    }

    // Questions

    /** Batches that have a position of the stream locked. */
    List<UUID> locksOf(String stream) {
        List<UUID> locks = new ArrayList<>();
        for (Document position : positions.find(Filters.eq("stream", stream)).into(new ArrayList<>())) {
            UUID lock = idOrNull(position, LOCK);
            if (lock != null) locks.add(lock);
        }
        return locks;
    }

    Map<Integer, Long> of(String stream) {
        Map<Integer, Long> next = new TreeMap<>();
        for (Document position : positions.find(Filters.eq("stream", stream)).into(new ArrayList<>()))
            if (!isTrue(position, IS_NEW)) next.put(number(position, "partition"), big(position, NEXT));
        return next;
    }
}
