package dev.redrive.mongo.search;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.partOrNull;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.MessageDocument;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.store.questions.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Searches the texts and payloads of letters for a part, letter by letter: the regular expressions of the database know other upper and
 * lower cases than the other stores.
 */
final class TextSearch {
    /** A few payloads at most are in memory at once. */
    private static final int AT_ONCE = 20;

    private static final ReentrantLock ONE_LARGE_PAYLOAD = new ReentrantLock();

    private static final Bson TEXTS = Projections.include(
            "messageId",
            "errorReason",
            LetterFields.ERROR_TYPE,
            LetterFields.LAST_ERROR,
            "originalMessage",
            "originalMessagePart",
            LetterFields.PAYLOAD_SIZE);

    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final String wanted;
    private final BooleanSupplier outOfTime;

    TextSearch(MongoCollection<Document> letters, Parts parts, String text, BooleanSupplier outOfTime) {
        this.letters = letters;
        this.parts = parts;
        this.wanted = text.toLowerCase(Locale.ROOT);
        this.outOfTime = outOfTime;
    }

    /**
     * The letters that were found, in the order of their age.
     *
     * @param last the last letter that was searched
     * @param complete false when the time was up before the search was done
     * @param lookedAt how many letters were searched
     */
    record Result(List<UUID> letters, @Nullable LetterId last, boolean complete, long lookedAt) {}

    /** Searches until it has found so many letters, or its time is up, but at least one letter: the next search goes on behind it. */
    Result find(Bson which, boolean ascending, int limit) {
        List<UUID> found = new ArrayList<>();
        LetterId at = null;
        long lookedAt = 0;
        try (MongoCursor<Document> candidates = candidates(which, ascending)) {
            while (found.size() < limit && candidates.hasNext()) {
                Document letter = candidates.next();
                UUID id = id(letter, LetterFields.ID);
                if (matches(letter)) found.add(id);
                at = new LetterId(id);
                lookedAt++;
                if (outOfTime.getAsBoolean()) return new Result(found, at, false, lookedAt);
            }
        }
        return new Result(found, at, true, lookedAt);
    }

    private MongoCursor<Document> candidates(Bson which, boolean ascending) {
        Bson order = ascending ? Sorts.ascending(LetterFields.ID) : Sorts.descending(LetterFields.ID);
        return letters.find(which)
                .projection(TEXTS)
                .sort(order)
                .batchSize(AT_ONCE)
                .iterator();
    }

    Total count(Bson which) {
        long count = 0;
        try (MongoCursor<Document> candidates = candidates(which, false)) {
            while (count <= Total.COUNTED && candidates.hasNext()) {
                Document letter = candidates.next();
                if (outOfTime.getAsBoolean()) return new Total(count, true);
                if (matches(letter)) count++;
            }
        }
        return Total.counted(count);
    }

    private boolean matches(Document letter) {
        if (holds(letter.getString("messageId"))
                || holds(letter.getString("errorReason"))
                || holds(letter.getString(LetterFields.ERROR_TYPE))) return true;
        Document last = partOrNull(letter, LetterFields.LAST_ERROR);
        if (last != null && (holds(last.getString("reason")) || holds(last.getString("type")))) return true;
        return payloadHolds(letter);
    }

    /** Large payloads are read one by one, however many searches run. */
    private boolean payloadHolds(Document letter) {
        if (number(letter, LetterFields.PAYLOAD_SIZE) == 0) return false;
        if (!MessageDocument.isLarge(letter)) return holds(LetterMapper.payload(letter, parts));
        ONE_LARGE_PAYLOAD.lock();
        try {
            return holds(LetterMapper.payload(letter, parts));
        } finally {
            ONE_LARGE_PAYLOAD.unlock();
        }
    }

    private boolean holds(Payload payload) {
        return payload.isText() && holds(payload.text());
    }

    private boolean holds(@Nullable String text) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
