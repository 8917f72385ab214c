package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.isTrue;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.KeptPaths;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.attributes.SearchPaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the attributes of letters in their documents. One document says which paths there are, and how far the letters have been
 * looked at that were there before; it is changed only when it is still as it was read.
 */
public final class MongoAttributes implements AttributeIndex {
    private static final Bson ONE = Filters.eq("_id", "paths");
    private static final int TRIES = 100;

    private final Mongo mongo;
    private final MongoCollection<Document> state;
    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final LongSupplier count;
    private volatile KeptPaths kept = KeptPaths.NONE;

    MongoAttributes(Mongo mongo, Parts parts, LongSupplier count) {
        this.mongo = mongo;
        this.state = mongo.newest("dlq_search");
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.parts = parts;
        this.count = count;
    }

    /** Reads what was chosen before. */
    void prepare() {
        Document found = state.find(ONE).first();
        if (found != null) kept = kept(found);
    }

    private static KeptPaths kept(Document state) {
        return KeptPaths.read(parts(state, "paths"));
    }

    /** As far as this process knows them. */
    KeptPaths kept() {
        return kept;
    }

    @Override
    public SearchPaths paths() {
        return kept.paths();
    }

    // Choosing

    @Override
    public void keep(SearchPaths paths) {
        Mongo.run("setting the search paths", () -> {
            for (int i = 0; i < TRIES; i++) if (isKept(paths)) return;
            throw new StoreUnavailable("other processes are setting the search paths; try again");
        });
    }

    private boolean isKept(SearchPaths paths) {
        Document found = state.find(ONE).first();
        KeptPaths before = found == null ? KeptPaths.NONE : kept(found);
        if (before.paths().equals(paths)) {
            kept = before;
            return true;
        }
        int next = found == null ? 1 : number(found, "nextPath");
        Map<String, Integer> ids = new HashMap<>();
        for (Map.Entry<String, String> path : paths.byName().entrySet()) {
            boolean isThere = path.getValue().equals(before.paths().byName().get(path.getKey()));
            ids.put(path.getKey(), isThere ? before.ids().getOrDefault(path.getKey(), next) : next++);
        }
        KeptPaths chosen = new KeptPaths(paths, ids);
        Document fresh = new Document("_id", "paths")
                .append("paths", chosen.write())
                .append("nextPath", next)
                .append("chosenAt", date(mongo.now()))
                .append("letters", count.getAsLong())
                .append("lookedAt", 0L)
                .append("done", false);
        if (!isWritten(found, fresh)) return false;
        kept = chosen;
        return true;
    }

    private boolean isWritten(@Nullable Document before, Document after) {
        if (before != null) return state.replaceOne(before, after).getMatchedCount() == 1;
        try {
            state.insertOne(after);
            return true;
        } catch (RuntimeException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    @Override
    public AttributeProgress progress() {
        return Mongo.run("reading how far letters are searchable", () -> {
            long all = count.getAsLong();
            Document found = state.find(ONE).first();
            if (found == null) return new AttributeProgress(SearchPaths.none(), all, all);
            long left = isTrue(found, "done") ? 0 : Math.max(0, big(found, "letters") - big(found, "lookedAt"));
            return new AttributeProgress(kept(found).paths(), all, Math.max(0, all - left));
        });
    }

    // Letters that were there before

    @Override
    public boolean extract(int atMost) {
        return Mongo.run("extracting attributes", () -> {
            Document found = state.find(ONE).first();
            if (found == null) return false;
            kept = kept(found);
            boolean mayGoOn = !isTrue(found, "done")
                    && !mongo.now().isBefore(time(found, "chosenAt").plus(SETTLE));
            return mayGoOn && extract(found, atMost);
        });
    }

    /** Several processes may do the same at a time, which does no harm; one of them goes on. */
    private boolean extract(Document before, int atMost) {
        KeptPaths paths = kept(before);
        List<UUID> page = page(idOrNull(before, "before"), atMost);
        for (UUID letter : page) extract(letter, paths);
        Document after = new Document(before);
        if (page.isEmpty()) after.put("done", true);
        else
            after.append("before", page.get(page.size() - 1)).append("lookedAt", big(before, "lookedAt") + page.size());
        return isWritten(before, after) && !page.isEmpty();
    }

    private List<UUID> page(@Nullable UUID before, int atMost) {
        Bson older = before == null ? new Document() : Filters.lt(LetterFields.ID, before);
        return letters.find(Filters.and(LetterFields.visible(), older))
                .projection(Projections.include(LetterFields.ID))
                .sort(Sorts.descending(LetterFields.ID))
                .limit(atMost)
                .map(letter -> id(letter, LetterFields.ID))
                .into(new ArrayList<>());
    }

    /** Only as long as the letter is as it was read: one that is edited or erased meanwhile must not get back what it had. */
    private void extract(UUID id, KeptPaths paths) {
        for (int i = 0; i < TRIES; i++) {
            Document letter = letters.find(Filters.and(Filters.eq(LetterFields.ID, id), LetterFields.visible()))
                    .projection(LetterMapper.WITHOUT_ATTEMPTS)
                    .first();
            if (letter == null) return;
            Change change = new Change()
                    .set(
                            LetterFields.ATTRIBUTES,
                            paths.of(LetterMapper.content(letter, parts).message()));
            Bson asRead = Filters.and(
                    Filters.eq(LetterFields.ID, id), Filters.eq(LetterFields.ETAG, id(letter, LetterFields.ETAG)));
            if (letters.updateOne(asRead, change.update()).getMatchedCount() == 1) return;
        }
        throw new StoreUnavailable("a letter changes faster than its attributes can be read; it is tried again");
    }
}
