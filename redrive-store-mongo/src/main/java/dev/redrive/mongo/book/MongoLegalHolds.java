package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The legal holds in the collection {@code dlq_legal_hold}; the subject of a hold is its id.
 *
 * <p>A letter leaves the store in three writes and reads without a transaction: a process marks it with a token of its own, then reads
 * the holds, then deletes or rewrites it if it still has that mark. A hold is placed in two writes: it is inserted, then its letters
 * lose their marks. Whichever is first, the process sees the hold or does not find its mark any more, so that no letter leaves the
 * store once its hold is placed. A mark that was left behind keeps the letter for a minute; then the next process replaces it.
 */
public final class MongoLegalHolds implements LegalHolds {
    private static final int MOST_TRIES = 1000;
    private static final Comparator<LegalHold> BY_SUBJECT = Comparator.<LegalHold, HoldSubject.Kind>comparing(
                    hold -> hold.subject().kind())
            .thenComparing(hold -> hold.subject().name());

    private final MongoCollection<Document> holds;
    private final MongoCollection<Document> letters;

    public MongoLegalHolds(Mongo mongo) {
        this.holds = mongo.collection("dlq_legal_hold");
        this.letters = mongo.collection(LetterFields.LETTERS);
        Mongo.run(
                "creating the index of letters that are about to leave",
                () -> mongo.patient(LetterFields.LETTERS)
                        .createIndex(Indexes.ascending(LetterFields.LEAVING), new IndexOptions().sparse(true)));
    }

    /** Those that are placed at the same moment may be a few more than {@link #MOST} together. */
    @Override
    public LegalHold place(LegalHold hold) {
        return Mongo.run("placing a legal hold", () -> {
            LegalHold placed = placedOrFound(hold);
            stop(placed.subject());
            return placed;
        });
    }

    private LegalHold placedOrFound(LegalHold hold) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            boolean isRoom = holds.estimatedDocumentCount() < MOST;
            if (isRoom && isInserted(write(hold))) return read(write(hold));
            Document there = holds.find(eq("_id", id(hold.subject()))).first();
            if (there != null) return read(there);
            if (!isRoom)
                throw new StoreException("there are " + MOST
                        + " legal holds already; hold a cause or a channel instead of many letters");
        }
        throw new StoreUnavailable("placing a legal hold failed: others placed and lifted it " + MOST_TRIES
                + " times meanwhile; place it again");
    }

    /** Takes away the marks, and changes the etag, without which nobody changes a letter that was read before. */
    private void stop(HoldSubject subject) {
        Bson marked = and(exists(LetterFields.LEAVING), lettersOf(subject));
        Bson stop = combine(unset(LetterFields.LEAVING), set(LetterFields.ETAG, UUID.randomUUID()));
        Repeatable.run("keeping the letters of a legal hold", () -> letters.updateMany(marked, stop));
    }

    private static Bson lettersOf(HoldSubject subject) {
        return switch (subject.kind()) {
            case LETTER -> eq(LetterFields.ID, LetterId.of(subject.name()).value());
            case CAUSE -> {
                UUID cause = CauseId.of(subject.name()).value();
                yield or(eq(LetterFields.CAUSE, cause), eq(LetterFields.LAST_CAUSE, cause));
            }
            case CHANNEL -> eq(LetterFields.CHANNEL, CleanText.text(subject.name()));
        };
    }

    private boolean isInserted(Document hold) {
        try {
            holds.insertOne(hold);
            return true;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    @Override
    public Optional<LegalHold> lift(HoldSubject subject) {
        return Mongo.run("lifting a legal hold", () -> found(holds.findOneAndDelete(eq("_id", id(subject)))));
    }

    @Override
    public List<LegalHold> list() {
        List<LegalHold> all = Mongo.run(
                "reading the legal holds",
                () -> holds.find().map(MongoLegalHolds::read).into(new ArrayList<>()));
        all.sort(Comparator.comparing(LegalHold::since).reversed().thenComparing(BY_SUBJECT));
        return all;
    }

    @Override
    public Optional<LegalHold> on(LetterId id, String channel, CauseId cause, CauseId lastCause) {
        List<Document> subjects = Stream.of(
                        HoldSubject.letter(id),
                        HoldSubject.cause(cause),
                        HoldSubject.cause(lastCause),
                        HoldSubject.channel(channel))
                .map(MongoLegalHolds::id)
                .distinct()
                .toList();
        return Mongo.run(
                "reading the legal holds",
                () -> holds.find(in("_id", subjects)).map(MongoLegalHolds::read).into(new ArrayList<>()).stream()
                        .min(BY_SUBJECT));
    }

    private static Document id(HoldSubject subject) {
        return new Document("kind", subject.kind().name()).append("name", CleanText.text(subject.name()));
    }

    private static Document write(LegalHold hold) {
        return new Document("_id", id(hold.subject()))
                .append("by", CleanText.text(hold.by()))
                .append("reason", CleanText.text(hold.reason()))
                .append("since", Fields.date(hold.since()));
    }

    private static Optional<LegalHold> found(@Nullable Document hold) {
        return Optional.ofNullable(hold).map(MongoLegalHolds::read);
    }

    private static LegalHold read(Document hold) {
        Document id = Fields.part(hold, "_id");
        HoldSubject subject =
                new HoldSubject(HoldSubject.Kind.valueOf(Fields.text(id, "kind")), Fields.text(id, "name"));
        return new LegalHold(subject, Fields.text(hold, "by"), Fields.text(hold, "reason"), Fields.time(hold, "since"));
    }
}
