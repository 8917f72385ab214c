package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.id;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Removes parts that nothing refers to: their process ended before it wrote the letter, or after it changed the letter and before it
 * removed what the letter had. A part that is young may belong to a letter that is being written. Everything that refers to a part was
 * written soon after it, so what nothing refers to a day later, nothing ever will.
 */
final class LeftParts {
    static final Duration SAFE = Duration.ofDays(1);
    static final Duration EVERY = Duration.ofHours(1);
    static final int AT_ONCE = 500;

    private final Mongo mongo;
    private final Parts parts;
    private final MongoCollection<Document> letters;
    private final MongoCollection<Document> batches;
    /** The part up to which this round has come; none before it begins. */
    private @Nullable UUID reached;

    private Instant next = Instant.EPOCH;

    LeftParts(Mongo mongo, Parts parts) {
        this.mongo = mongo;
        this.parts = parts;
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.batches = mongo.newest(CountedBatches.BATCHES);
    }

    /** Looks at some parts after those of the last call, and some time after the last one begins anew. */
    synchronized void removeSome() {
        Instant now = mongo.now();
        if (now.isBefore(next)) return;
        List<Parts.Written> some = parts.writtenUntil(now.minus(SAFE), reached, AT_ONCE);
        if (!some.isEmpty()) remove(some);
        boolean isLast = some.size() < AT_ONCE;
        reached = isLast ? null : some.get(some.size() - 1).part();
        if (isLast) next = now.plus(EVERY);
    }

    private void remove(List<Parts.Written> some) {
        Set<UUID> owners = some.stream().map(Parts.Written::owner).collect(Collectors.toSet());
        Set<UUID> left = some.stream().map(Parts.Written::part).collect(Collectors.toSet());
        letters.find(Filters.in(LetterFields.ID, owners))
                .projection(Projections.include(LetterDocument.PART_FIELDS))
                .forEach(letter -> left.removeAll(LetterDocument.partsOf(letter)));
        if (!left.isEmpty())
            batches.find(Filters.in(MongoStreams.NEWS, left))
                    .projection(Projections.include(MongoStreams.NEWS))
                    .forEach(batch -> left.remove(id(batch, MongoStreams.NEWS)));
        parts.delete(left);
    }
}
