package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.putIfPresent;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.counters.Counters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.documents.KeptPaths;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.Captures;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Takes letters in, each once: new ones, and those of another store. */
public final class MongoCaptures implements Captures {
    private static final int TRIES = 100;
    private static final Bson IDENTITY =
            Projections.include(LetterFields.ID, LetterFields.CAPTURE_KEY, LetterFields.HIDDEN);

    private final Mongo mongo;
    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final Batches batches;
    private final Causes causes;
    private final Counters counters;
    private final MongoAttributes attributes;
    private final Runnable captured;

    MongoCaptures(
            Mongo mongo,
            Parts parts,
            Batches batches,
            Causes causes,
            Counters counters,
            MongoAttributes attributes,
            Runnable captured) {
        this.attributes = attributes;
        this.mongo = mongo;
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.parts = parts;
        this.batches = batches;
        this.causes = causes;
        this.counters = counters;
        this.captured = captured;
    }

    // New letters

    @Override
    public List<CaptureResult> capture(List<NewLetter> batch) {
        return Mongo.run("storing letters", () -> {
            List<CaptureResult> results = capture(batch, batches::insert);
            captured.run();
            return results;
        });
    }

    /** Inserts those that are new; what is there already is found again when another process was faster. */
    List<CaptureResult> capture(List<NewLetter> batch, Consumer<List<Document>> insert) {
        for (int i = 0; i < TRIES; i++) {
            Map<UUID, LetterId> known = known(keys(batch));
            List<CaptureResult> results = new ArrayList<>(batch.size());
            List<NewLetter> fresh = new ArrayList<>();
            for (NewLetter letter : batch) {
                LetterId first = firstWith(letter.key(), letter.id(), known);
                results.add(new CaptureResult(first == null ? letter.id() : first, first == null));
                if (first == null) fresh.add(letter);
            }
            if (inserted(fresh, insert)) return results;
        }
        throw new StoreUnavailable("other processes are storing the same letters; try again");
    }

    private static List<UUID> keys(List<NewLetter> batch) {
        return batch.stream()
                .map(NewLetter::key)
                .filter(Objects::nonNull)
                .map(CaptureKey::value)
                .toList();
    }

    /** The letter that has the key already; otherwise the key is this letter's from now on. */
    private static @Nullable LetterId firstWith(@Nullable CaptureKey key, LetterId id, Map<UUID, LetterId> known) {
        return key == null ? null : known.putIfAbsent(key.value(), id);
    }

    private boolean inserted(List<NewLetter> fresh, Consumer<List<Document>> insert) {
        if (fresh.isEmpty()) {
            insert.accept(List.of());
            return true;
        }
        Causes.Seen seen = new Causes.Seen();
        fresh.forEach(letter -> seen.add(letter.fingerprint(), letter.id().createdAt()));
        causes.seen(seen);
        UUID etag = UUID.randomUUID();
        Parts.Writing writing = parts.writing();
        List<Document> documents = new ArrayList<>(fresh.size());
        KeptPaths paths = attributes.kept();
        fresh.forEach(
                letter -> documents.add(found(LetterDocument.of(letter, etag, writing), paths.of(letter.message()))));
        return inserted(documents, writing, insert, id -> {
            throw new StoreException("there is a letter " + new LetterId(id) + " already");
        });
    }

    private static Document found(Document letter, @Nullable List<String> byAttributes) {
        putIfPresent(letter, LetterFields.ATTRIBUTES, byAttributes);
        return letter;
    }

    /** False when another process stored one of them, so that it has to be looked again. */
    private boolean inserted(
            List<Document> documents,
            Parts.Writing writing,
            Consumer<List<Document>> insert,
            Consumer<UUID> thereAlready) {
        try {
            insert.accept(documents);
            return true;
        } catch (RuntimeException e) {
            // Otherwise it is unknown whether the letters are stored, and they may need their parts.
            boolean isRefused = MongoErrors.isDuplicate(e);
            if (isRefused || e instanceof PositionConflict) writing.undo();
            if (!isRefused) throw e;
            findOut(documents, thereAlready);
            return false;
        }
    }

    /** Makes sure that what is in the way is either there for everybody or gone. */
    private void findOut(List<Document> documents, Consumer<UUID> thereAlready) {
        List<UUID> ids =
                documents.stream().map(letter -> id(letter, LetterFields.ID)).toList();
        for (Document there : find(LetterFields.ID, ids)) {
            UUID id = id(there, LetterFields.ID);
            Object hidden = there.get(LetterFields.HIDDEN);
            if (hidden == null) thereAlready.accept(id);
            else if (hidden instanceof UUID batch) batches.await(batch);
            else counters.forget(id);
        }
    }

    private List<Document> find(String field, Collection<UUID> values) {
        return letters.find(Filters.in(field, values)).projection(IDENTITY).into(new ArrayList<>());
    }

    /** The letters that have these keys, as soon as they are there for everybody. */
    private Map<UUID, LetterId> known(Collection<UUID> keys) {
        Map<UUID, LetterId> known = new HashMap<>();
        if (keys.isEmpty()) return known;
        for (int i = 0; i < TRIES; i++) {
            known.clear();
            List<Document> found = find(LetterFields.CAPTURE_KEY, keys);
            boolean again = false;
            for (Document letter : found) {
                if (letter.get(LetterFields.HIDDEN) instanceof UUID batch) {
                    batches.await(batch);
                    again = true;
                }
                known.put(id(letter, LetterFields.CAPTURE_KEY), new LetterId(id(letter, LetterFields.ID)));
            }
            if (!again) return known;
        }
        throw new StoreUnavailable("other processes are storing the same letters; try again");
    }

    // Letters of another store

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> batch) {
        return Mongo.run("importing letters", () -> {
            List<CaptureResult> results = importBatch(batch);
            captured.run();
            return results;
        });
    }

    /** In the order of their ids, so that the oldest letter of a sequence goes first. */
    private List<CaptureResult> importBatch(List<ImportedLetter> batch) {
        List<Integer> order = IntStream.range(0, batch.size())
                .boxed()
                .sorted(Comparator.comparing(i -> batch.get(i).letter().id()))
                .toList();
        for (int i = 0; i < TRIES; i++) {
            Set<UUID> there = thereAlready(batch);
            Map<UUID, LetterId> known = known(keysOf(batch));
            CaptureResult[] results = new CaptureResult[batch.size()];
            List<ImportedLetter> fresh = new ArrayList<>();
            for (int at : order) {
                ImportedLetter letter = batch.get(at);
                LetterId id = letter.letter().id();
                LetterId first = there.contains(id.value()) ? id : firstWith(letter.key(), id, known);
                results[at] = new CaptureResult(first == null ? id : first, first == null);
                if (first == null) {
                    there.add(id.value());
                    fresh.add(letter);
                }
            }
            if (imported(fresh)) return List.of(results);
        }
        throw new StoreUnavailable("other processes are storing the same letters; try again");
    }

    private static List<UUID> keysOf(List<ImportedLetter> batch) {
        return batch.stream()
                .map(ImportedLetter::key)
                .filter(Objects::nonNull)
                .map(CaptureKey::value)
                .toList();
    }

    private Set<UUID> thereAlready(List<ImportedLetter> batch) {
        Set<UUID> there = new HashSet<>();
        List<UUID> ids =
                batch.stream().map(letter -> letter.letter().id().value()).toList();
        for (Document letter : find(LetterFields.ID, ids))
            if (!letter.containsKey(LetterFields.HIDDEN)) there.add(id(letter, LetterFields.ID));
        return there;
    }

    private boolean imported(List<ImportedLetter> fresh) {
        if (fresh.isEmpty()) return true;
        Causes.Seen seen = new Causes.Seen();
        fresh.forEach(seen::add);
        causes.seenElsewhere(seen);
        UUID etag = UUID.randomUUID();
        Instant now = mongo.now();
        Parts.Writing writing = parts.writing();
        List<Document> documents = new ArrayList<>(fresh.size());
        KeptPaths paths = attributes.kept();
        fresh.forEach(letter -> documents.add(found(
                LetterDocument.of(letter, now, etag, writing),
                paths.of(letter.letter().message()))));
        return inserted(documents, writing, batches::insert, id -> {});
    }
}
