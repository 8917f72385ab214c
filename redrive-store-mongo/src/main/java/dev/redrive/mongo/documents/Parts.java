package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.date;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that a letter's document has no room for, such as a large payload, in chunks. They are written before the letter refers to
 * them and never changed afterwards, so that a letter and its parts need no transaction.
 */
public final class Parts {
    /** The collection of the parts. */
    public static final String PARTS = "dlq_parts";

    private static final int CHUNK = 4 * 1024 * 1024;

    private final Mongo mongo;
    private final MongoCollection<Document> chunks;

    public Parts(Mongo mongo) {
        this.mongo = mongo;
        this.chunks = mongo.collection(PARTS);
    }

    /** Writes parts of letters, and takes them back when the letters are not kept. */
    public final class Writing {
        private final List<UUID> written = new ArrayList<>();

        public UUID write(UUID letter, byte[] bytes) {
            UUID part = UUID.randomUUID();
            written.add(part);
            int n = 0;
            int from = 0;
            do {
                int to = Math.min(bytes.length, from + CHUNK);
                chunks.insertOne(new Document("part", part)
                        .append("n", n++)
                        .append("letter", letter)
                        .append("at", date(mongo.now()))
                        .append("bytes", new Binary(Arrays.copyOfRange(bytes, from, to))));
                from = to;
            } while (from < bytes.length);
            return part;
        }

        public void undo() {
            delete(written);
            written.clear();
        }
    }

    public Writing writing() {
        return new Writing();
    }

    public byte[] read(UUID part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MongoCursor<Document> found = chunks.find(Filters.eq("part", part))
                .sort(Sorts.ascending("n"))
                .batchSize(2)
                .iterator()) {
            while (found.hasNext()) bytes.writeBytes(Objects.requireNonNull(Fields.bytesOrNull(found.next(), "bytes")));
        }
        return bytes.toByteArray();
    }

    /** A part, and the letter that it was written for; another id when it was written for a batch. */
    public record Written(UUID part, UUID owner) {}

    /** A few of those that were written until then, in the order of their ids, beginning after this one. */
    public List<Written> writtenUntil(Instant time, @Nullable UUID after, int limit) {
        Document old = new Document("at", new Document("$lte", date(time)));
        if (after != null) old.append("part", new Document("$gt", after));
        return chunks.find(old)
                .projection(Projections.fields(Projections.include("part", "letter"), Projections.excludeId()))
                .sort(Sorts.ascending("part"))
                .limit(limit)
                .map(chunk -> new Written(Fields.id(chunk, "part"), Fields.id(chunk, "letter")))
                .into(new ArrayList<>());
    }

    public void delete(Collection<UUID> parts) {
        if (!parts.isEmpty()) chunks.deleteMany(Filters.in("part", parts));
    }

    /** All that these letters have. */
    public void deleteOf(Collection<UUID> letters) {
        if (!letters.isEmpty()) chunks.deleteMany(Filters.in("letter", letters));
    }
}
