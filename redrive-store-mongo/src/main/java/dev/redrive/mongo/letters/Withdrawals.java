package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.text;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;

/**
 * Takes letters out of the store, and keeps those that are under a legal hold. Whoever wants to take a letter out first says so in the
 * letter, and then looks for holds once more; whoever places a hold afterwards takes the word back from all letters under it. So of the
 * two the one who comes second sees the other.
 */
public final class Withdrawals {
    /** After this time, a word is that of a process that ended. */
    private static final Duration STALE = Duration.ofSeconds(60);

    private final Mongo mongo;
    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final SequenceTurns turns;
    private final LegalHolds holds;

    Withdrawals(Mongo mongo, Parts parts, SequenceTurns turns, LegalHolds holds) {
        this.mongo = mongo;
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.parts = parts;
        this.turns = turns;
        this.holds = holds;
    }

    Optional<LegalHold> holdOn(Document letter) {
        return holds.on(
                new LetterId(id(letter, LetterFields.ID)),
                text(letter, LetterFields.CHANNEL),
                new CauseId(id(letter, LetterFields.CAUSE)),
                new CauseId(id(letter, LetterFields.LAST_CAUSE)));
    }

    /** Holds as of now, for many letters at once. */
    Set<HoldSubject> held() {
        Set<HoldSubject> held = new HashSet<>();
        holds.list().forEach(hold -> held.add(hold.subject()));
        return held;
    }

    static boolean isUnder(Set<HoldSubject> held, Document letter) {
        return !held.isEmpty()
                && (held.contains(HoldSubject.letter(new LetterId(id(letter, LetterFields.ID))))
                        || held.contains(HoldSubject.channel(text(letter, LetterFields.CHANNEL)))
                        || held.contains(HoldSubject.cause(new CauseId(id(letter, LetterFields.CAUSE))))
                        || held.contains(HoldSubject.cause(new CauseId(id(letter, LetterFields.LAST_CAUSE)))));
    }

    /** Says of letters that were read that they are leaving; returns those that nobody else has said so of, and that are still as they were read. */
    List<Document> announce(UUID who, Collection<Document> read) {
        Instant now = mongo.now();
        List<Document> free = List.of(
                new Document(LetterFields.LEAVING, null),
                new Document(LetterFields.LEAVING_SINCE, new Document("$lte", date(now.minus(STALE)))));
        Document word = new Document(
                "$set", new Document(LetterFields.LEAVING, who).append(LetterFields.LEAVING_SINCE, date(now)));
        List<WriteModel<Document>> writes = new ArrayList<>(read.size());
        Map<UUID, Document> byId = new HashMap<>();
        for (Document letter : read) {
            byId.put(id(letter, LetterFields.ID), letter);
            writes.add(new UpdateOneModel<>(asRead(letter).append("$or", free), word));
        }
        if (writes.isEmpty()) return List.of();
        var done = letters.bulkWrite(writes, new BulkWriteOptions().ordered(false));
        if (done.getMatchedCount() == writes.size()) return List.copyOf(read);
        List<Document> leaving = new ArrayList<>();
        for (Document letter : letters.find(Filters.in(LetterFields.ID, byId.keySet()))
                .projection(Projections.include(LetterFields.LEAVING))
                .into(new ArrayList<>())) {
            Document before = byId.get(id(letter, LetterFields.ID));
            if (before != null && who.equals(letter.get(LetterFields.LEAVING))) leaving.add(before);
        }
        return leaving;
    }

    private static Document asRead(Document letter) {
        return new Document(LetterFields.ID, id(letter, LetterFields.ID))
                .append(LetterFields.ETAG, id(letter, LetterFields.ETAG));
    }

    /** Only while nobody took the word back and nothing else changed. */
    static Document leaving(UUID who, Document letter) {
        return asRead(letter).append(LetterFields.LEAVING, who);
    }

    void stay(UUID who, Collection<Document> some) {
        for (Document letter : some)
            letters.updateOne(
                    new Document(LetterFields.ID, id(letter, LetterFields.ID)).append(LetterFields.LEAVING, who),
                    new Change()
                            .unset(LetterFields.LEAVING, LetterFields.LEAVING_SINCE)
                            .update());
    }

    /**
     * Deletes letters that were announced, and that no hold keeps, as far as that is still true; returns those that are gone. What is
     * left of each is what the counters need, until they have it.
     */
    Set<UUID> delete(UUID who, List<Document> announced) {
        Set<HoldSubject> held = announced.isEmpty() ? Set.of() : held();
        List<WriteModel<Document>> writes = new ArrayList<>();
        List<Document> kept = new ArrayList<>();
        Set<UUID> leaving = new HashSet<>();
        Set<UUID> sequences = new HashSet<>();
        for (Document letter : announced) {
            if (isUnder(held, letter)) kept.add(letter);
            else {
                leaving.add(id(letter, LetterFields.ID));
                if (letter.get(LetterFields.SEQUENCE) instanceof UUID sequence) sequences.add(sequence);
                writes.add(new UpdateOneModel<>(leaving(who, letter), remains()));
            }
        }
        stay(who, kept);
        if (writes.isEmpty()) return Set.of();
        var done = letters.bulkWrite(writes, new BulkWriteOptions().ordered(false));
        if (done.getMatchedCount() < writes.size()) leaving.removeAll(stillThere(leaving));
        parts.deleteOf(leaving);
        turns.pass(sequences);
        return leaving;
    }

    /** Nobody else says that letters leave of which we said so just now: what is gone is gone by us. */
    private Set<UUID> stillThere(Set<UUID> ids) {
        Set<UUID> there = new HashSet<>();
        letters.find(Filters.in(LetterFields.ID, ids))
                .projection(Projections.include(LetterFields.HIDDEN))
                .forEach(letter -> {
                    if (!letter.containsKey(LetterFields.HIDDEN)) there.add(id(letter, LetterFields.ID));
                });
        return there;
    }

    /** What the counters hold of it is left as it is: they may be counting it right now. */
    private static Document remains() {
        return new Change()
                .set(LetterFields.HIDDEN, LetterFields.GONE)
                .set(LetterFields.UNCOUNTED, true)
                .set(LetterFields.ETAG, UUID.randomUUID())
                .unset(LetterDocument.CONTENT.toArray(String[]::new))
                .update();
    }
}
