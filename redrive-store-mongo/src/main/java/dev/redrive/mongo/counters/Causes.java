package dev.redrive.mongo.counters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.texts;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseCare;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What letters failed of, with what the counters say of it. */
public final class Causes {
    /** Notes about causes, by the id of the cause. */
    public static final String NOTES = "dlq_cause_note";

    private static final String UNTIL_RELEASE = "untilRelease";
    private static final int TRIES = 5;

    private final MongoCollection<Document> causes;
    private final MongoCollection<Document> notes;
    private final Counters counters;

    public Causes(Mongo mongo, Counters counters) {
        this.causes = mongo.collection("dlq_causes");
        this.notes = mongo.collection(NOTES);
        this.counters = counters;
    }

    // Seen

    /** What was seen at once: each cause once, with the first and the last time. */
    public static final class Seen {
        private record Times(Fingerprint fingerprint, Instant first, Instant last) {}

        private final Map<CauseId, Times> times = new LinkedHashMap<>();

        public void add(Fingerprint fingerprint, Instant time) {
            add(fingerprint, time, time);
        }

        /** The causes of a letter of another store. */
        public void add(ImportedLetter imported) {
            Instant captured = imported.letter().createdAt();
            Instant last = imported.letter().state().lastFailedAt();
            boolean same = imported.fingerprint()
                    .id()
                    .equals(imported.lastFingerprint().id());
            add(imported.fingerprint(), captured, same ? last : captured);
            if (!same) add(imported.lastFingerprint(), last, last);
        }

        private void add(Fingerprint fingerprint, Instant first, Instant last) {
            times.merge(
                    fingerprint.id(),
                    new Times(fingerprint, first, last),
                    (known, more) -> new Times(
                            fingerprint, known.first, more.last.isAfter(known.last) ? more.last : known.last));
        }
    }

    /** Letters failed of them just now: a cause that was resolved has come back. */
    public void seen(Seen seen) {
        write(seen, true);
    }

    /** Letters failed of them in another store, which says nothing about whether they were resolved here. */
    public void seenElsewhere(Seen seen) {
        write(seen, false);
    }

    private void write(Seen seen, boolean isHere) {
        if (seen.times.isEmpty()) return;
        List<WriteModel<Document>> writes = new ArrayList<>();
        for (Seen.Times one : seen.times.values()) {
            writes.add(new UpdateOneModel<>(
                    Filters.eq("_id", one.fingerprint.id().value()),
                    new Document("$setOnInsert", fresh(one)).append("$max", new Document("lastSeen", date(one.last))),
                    new UpdateOptions().upsert(true)));
        }
        if (isHere) {
            List<UUID> ids = seen.times.keySet().stream().map(CauseId::value).toList();
            writes.add(new UpdateManyModel<>(
                    Filters.and(Filters.in("_id", ids), Filters.eq("state", CauseState.RESOLVED.name())),
                    new Document("$set", new Document("state", CauseState.REGRESSED.name()))));
        }
        for (int i = 0; ; i++) {
            try {
                var unused = Repeatable.run(() -> causes.bulkWrite(writes));
                return;
            } catch (MongoException e) {
                // Two processes that see a cause for the first time at once: one of them finds it there.
                if (!MongoErrors.isDuplicate(e) || i == TRIES) throw e;
            }
        }
    }

    private static Document fresh(Seen.Times seen) {
        Fingerprint fingerprint = seen.fingerprint;
        return new Document("version", fingerprint.version())
                .append("type", fingerprint.type())
                .append("frames", fingerprint.frames())
                .append("message", fingerprint.message())
                .append("state", CauseState.OPEN.name())
                .append("firstSeen", date(seen.first));
    }

    public boolean set(CauseId id, CauseState state, @Nullable String by) {
        return change(
                id,
                new Change()
                        .set("state", state.name())
                        .set("stateBy", by)
                        .unset("ignoredUntil", "ignoredUpTo", UNTIL_RELEASE));
    }

    public boolean assign(CauseId id, @Nullable String assignee) {
        return change(id, new Change().set("assignee", CleanText.textOrNull(assignee)));
    }

    public boolean link(CauseId id, @Nullable String url) {
        return change(id, new Change().set("link", CleanText.textOrNull(url)));
    }

    public boolean ignore(CauseId id, IgnoreEnd end, @Nullable String by) {
        return change(
                id,
                new Change()
                        .set("state", CauseState.IGNORED.name())
                        .set("stateBy", by)
                        .set("ignoredUntil", date(end.time()))
                        .set("ignoredUpTo", end.upTo())
                        .set(UNTIL_RELEASE, end.atRelease() ? true : null));
    }

    public boolean note(CauseId id, CauseNote note) {
        if (causes.countDocuments(Filters.eq("_id", id.value())) == 0) return false;
        notes.insertOne(new Document("cause", id.value())
                .append("at", date(note.at()))
                .append("by", note.by())
                .append("text", note.text()));
        return true;
    }

    /** The newest first. */
    public List<CauseNote> notes(CauseId id, int limit) {
        return notes.find(Filters.eq("cause", id.value()))
                .sort(Sorts.descending("at", "_id"))
                .limit(limit)
                .map(note -> new CauseNote(text(note, "text"), text(note, "by"), time(note, "at")))
                .into(new ArrayList<>());
    }

    private boolean change(CauseId id, Change change) {
        return causes.updateOne(Filters.eq("_id", id.value()), change.update()).getMatchedCount() == 1;
    }

    // Questions

    public Tallies tallies() {
        List<Tally> tallies = new ArrayList<>();
        counters.read(Counters.ofKind("tally")).byKey().forEach((key, counts) -> {
            if (!(key instanceof CounterKey.OfTally of)) return;
            StatusCounts byStatus = statusCounts(counts);
            if (byStatus.total() > 0)
                tallies.add(new Tally(of.channel(), of.errorType(), Category.valueOf(of.category()), byStatus));
        });
        return new Tallies(tallies);
    }

    private static StatusCounts statusCounts(Map<String, Long> counts) {
        Map<LetterStatus, Long> byStatus = new EnumMap<>(LetterStatus.class);
        counts.forEach((word, count) -> byStatus.put(StatusWords.status(word), count));
        return new StatusCounts(byStatus);
    }

    /** The most first. */
    public List<CauseChange> changes(CauseId cause) {
        List<CauseChange> changes = new ArrayList<>();
        Bson ofCause = Filters.and(
                Counters.ofKind("change"),
                Filters.or(Filters.eq("capturedFor", cause.value()), Filters.eq("failsWith", cause.value())));
        counters.read(ofCause).byKey().forEach((key, counts) -> {
            if (!(key instanceof CounterKey.OfChange of)) return;
            CauseChange change = new CauseChange(
                    new CauseId(of.capturedFor()),
                    new CauseId(of.failsWith()),
                    Counters.count(counts, CounterKey.OPEN));
            boolean concerns =
                    change.capturedFor().equals(cause) || change.failsWith().equals(cause);
            if (change.letters() > 0 && concerns) changes.add(change);
        });
        changes.sort(Comparator.comparingLong(CauseChange::letters)
                .reversed()
                .thenComparing(change -> change.capturedFor().toString())
                .thenComparing(change -> change.failsWith().toString()));
        return changes;
    }

    private static final Comparator<Cause> MOST_LETTERS_FIRST = Comparator.<Cause>comparingLong(Cause::letters)
            .thenComparing(Cause::lastSeen)
            .reversed()
            .thenComparing(cause -> cause.id().toString());

    /** Reads all that match one by one, and keeps no more of them than are asked for. */
    public List<Cause> list(CauseQuery query) {
        Map<UUID, Counts> counts = counts(query);
        PriorityQueue<Cause> most = new PriorityQueue<>(MOST_LETTERS_FIRST.reversed());
        try (MongoCursor<Document> found = causes.find(filter(query)).iterator()) {
            while (found.hasNext()) {
                Document cause = found.next();
                most.add(cause(cause, counts.getOrDefault(id(cause, "_id"), new Counts())));
                if (most.size() > query.limit()) most.remove();
            }
        }
        return most.stream().sorted(MOST_LETTERS_FIRST).toList();
    }

    private static final class Counts {
        StatusCounts captured = StatusCounts.none();
        long joined;
        long left;
    }

    private Map<UUID, Counts> counts(CauseQuery query) {
        Map<UUID, Counts> byCause = new HashMap<>();
        counters.read(concerning(query)).byKey().forEach((key, counts) -> {
            if (key instanceof CounterKey.OfCause of)
                byCause.computeIfAbsent(of.cause(), id -> new Counts()).captured = statusCounts(counts);
            if (key instanceof CounterKey.OfChange of) {
                long letters = Counters.count(counts, CounterKey.OPEN);
                byCause.computeIfAbsent(of.failsWith(), id -> new Counts()).joined += letters;
                byCause.computeIfAbsent(of.capturedFor(), id -> new Counts()).left += letters;
            }
        });
        return byCause;
    }

    private static Bson concerning(CauseQuery query) {
        Bson kinds = Filters.in("kind", "cause", "change");
        if (query.ids().isEmpty()) return kinds;
        List<UUID> ids = query.ids().stream().map(CauseId::value).toList();
        return Filters.and(
                kinds,
                Filters.or(Filters.in("cause", ids), Filters.in("capturedFor", ids), Filters.in("failsWith", ids)));
    }

    private static Bson filter(CauseQuery query) {
        List<Bson> all = new ArrayList<>();
        if (!query.ids().isEmpty())
            all.add(Filters.in("_id", query.ids().stream().map(CauseId::value).toList()));
        if (!query.states().isEmpty())
            all.add(Filters.in("state", query.states().stream().map(Enum::name).toList()));
        if (query.assignee() != null) all.add(Filters.eq("assignee", query.assignee()));
        if (query.firstSeenFrom() != null) all.add(Filters.gte("firstSeen", date(query.firstSeenFrom())));
        return all.isEmpty() ? new Document() : Filters.and(all);
    }

    private static Cause cause(Document from, Counts counts) {
        Fingerprint fingerprint = new Fingerprint(
                number(from, "version"),
                new CauseId(id(from, "_id")),
                text(from, "type"),
                texts(from, "frames"),
                text(from, "message"));
        return new Cause(
                fingerprint,
                CauseState.valueOf(text(from, "state")),
                from.getString("stateBy"),
                time(from, "firstSeen"),
                time(from, "lastSeen"),
                counts.captured,
                counts.joined,
                counts.left,
                new CauseCare(
                        from.getString("assignee"),
                        from.getString("link"),
                        new IgnoreEnd(
                                Fields.timeOrNull(from, "ignoredUntil"),
                                Fields.bigOrNull(from, "ignoredUpTo"),
                                from.getBoolean(UNTIL_RELEASE, false))));
    }
}
