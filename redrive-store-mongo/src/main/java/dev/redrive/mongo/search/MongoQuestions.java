package dev.redrive.mongo.search;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.Summary;
import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.KeptPaths;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.ChannelQueue;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.LetterSize;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Questions;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Answers questions about letters. */
public final class MongoQuestions implements Questions {
    private static final Duration TEXT_SEARCH = Duration.ofSeconds(1);
    private static final int WHOLE_AT_ONCE = 100;
    /** Payloads in a document have 2 MB at most, and some servers do not cut what they hand over at 16 MB. */
    private static final int WHOLE_HANDED_OVER = 16;

    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final SequenceTurns turns;
    private final Causes causes;
    private final Supplier<KeptPaths> paths;

    public MongoQuestions(Mongo mongo, Parts parts, SequenceTurns turns, Causes causes, Supplier<KeptPaths> paths) {
        this.paths = paths;
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.parts = parts;
        this.turns = turns;
        this.causes = causes;
    }

    private Bson withId(UUID id) {
        return Filters.eq(LetterFields.ID, id);
    }

    private @Nullable Document first(LetterId id, Bson projection) {
        Document letter =
                letters.find(withId(id.value())).projection(projection).first();
        return letter == null || letter.containsKey(LetterFields.HIDDEN) ? null : letter;
    }

    private static Bson fields(String... names) {
        return Projections.fields(Projections.include(names), Projections.include(LetterFields.HIDDEN));
    }

    private static final Bson WHOLE = Projections.exclude(LetterFields.RECENT);

    // Single letters

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return Mongo.run("reading a letter", () -> {
            Document letter = first(id, WHOLE);
            return letter == null
                    ? Optional.empty()
                    : Optional.of(
                            LetterMapper.whole(letter, blockers(List.of(letter)).get(id.value()), parts));
        });
    }

    /** The letters that these wait for. */
    private Map<UUID, LetterId> blockers(Collection<Document> found) {
        Map<UUID, LetterId> holders = turns.holdersFor(found);
        Map<UUID, LetterId> blockers = new HashMap<>();
        for (Document letter : found) {
            UUID sequence = LetterMapper.waitsIn(letter);
            LetterId holder = sequence == null ? null : holders.get(sequence);
            if (holder != null) blockers.put(id(letter, LetterFields.ID), holder);
        }
        return blockers;
    }

    @Override
    public List<Version> versions(LetterId id) {
        return Mongo.run("reading versions", () -> {
            Document letter = first(id, fields(LetterFields.VERSIONS));
            return letter == null ? List.of() : VersionDocument.read(letter, parts);
        });
    }

    @Override
    public long versionBytes(LetterId id) {
        return Mongo.run("asking for the size of versions", () -> {
            Document letter = first(id, fields(LetterFields.VERSIONS));
            return letter == null ? 0L : VersionDocument.contentBytes(letter);
        });
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return Mongo.run("asking for the size of a payload", () -> {
            Document letter = first(id, fields(LetterFields.PAYLOAD_SIZE));
            return letter == null ? OptionalInt.empty() : OptionalInt.of(number(letter, LetterFields.PAYLOAD_SIZE));
        });
    }

    // Letters by their ids

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return Mongo.run("reading states", () -> {
            Map<LetterId, LetterState> states = new HashMap<>();
            for (Document letter : read(values(ids), LetterMapper.WITHOUT_CONTENT))
                states.put(LetterMapper.letterId(letter), LetterMapper.state(letter, null));
            return states;
        });
    }

    private static List<UUID> values(Collection<LetterId> ids) {
        return ids.stream().map(LetterId::value).toList();
    }

    private List<Document> read(Collection<UUID> ids, Bson projection) {
        List<Document> found = new ArrayList<>();
        if (ids.isEmpty()) return found;
        try (MongoCursor<Document> all = letters.find(Filters.in(LetterFields.ID, ids))
                .projection(projection)
                .iterator()) {
            while (all.hasNext()) {
                Document letter = all.next();
                if (!letter.containsKey(LetterFields.HIDDEN)) found.add(letter);
            }
        }
        return found;
    }

    @Override
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return Mongo.run("reading whole letters", () -> {
            List<UUID> all = values(new TreeSet<>(ids));
            ByteLimit bytes = new ByteLimit(maxBytes);
            List<WholeLetter> whole = new ArrayList<>();
            for (int from = 0; from < all.size() && !bytes.isFull(); from += WHOLE_AT_ONCE)
                addWhole(all.subList(from, Math.min(all.size(), from + WHOLE_AT_ONCE)), bytes, whole);
            return whole;
        });
    }

    private void addWhole(List<UUID> ids, ByteLimit bytes, List<WholeLetter> whole) {
        try (MongoCursor<Document> found = letters.find(Filters.in(LetterFields.ID, ids))
                .projection(WHOLE)
                .sort(Sorts.ascending(LetterFields.ID))
                .batchSize(WHOLE_HANDED_OVER)
                .iterator()) {
            while (found.hasNext() && !bytes.isFull()) {
                Document document = found.next();
                if (document.containsKey(LetterFields.HIDDEN)) continue;
                WholeLetter letter = whole(document);
                if (bytes.takes(size(letter.letter()) + VersionDocument.contentBytes(document))) whole.add(letter);
            }
        }
    }

    private WholeLetter whole(Document document) {
        LetterId blocker = blockers(List.of(document)).get(id(document, LetterFields.ID));
        return new WholeLetter(LetterMapper.whole(document, blocker, parts), VersionDocument.read(document, parts));
    }

    private static long size(DeadLetter letter) {
        return LetterSize.of(letter.message(), letter.failure(), letter.attempts());
    }

    // Lists

    @Override
    public Page search(Query query) {
        return Mongo.run("searching letters", () -> search(query, textDeadline()));
    }

    private static BooleanSupplier textDeadline() {
        long until = System.nanoTime() + TEXT_SEARCH.toNanos();
        return () -> System.nanoTime() - until > 0;
    }

    private Page search(Query query, BooleanSupplier outOfTime) {
        if (query.filter().text() != null)
            return searchText(query, query.filter().text(), outOfTime);
        List<Document> all = new ArrayList<>();
        all.add(FilterDocument.of(query.filter(), paths.get()));
        all.addAll(after(query));
        FindIterable<Document> found = letters.find(FilterDocument.and(all))
                .projection(LetterMapper.WITHOUT_CONTENT)
                .sort(order(query))
                .skip(query.skip())
                .limit(query.limit() + 1);
        return page(summaries(found.into(new ArrayList<>())), query.limit());
    }

    private static Page page(List<Summary> found, int limit) {
        if (found.size() <= limit) return Page.of(found, null);
        List<Summary> shown = List.copyOf(found.subList(0, limit));
        return Page.of(shown, shown.get(limit - 1).id());
    }

    private List<Summary> summaries(List<Document> found) {
        Map<UUID, LetterId> blockers = blockers(found);
        return found.stream()
                .map(letter -> LetterMapper.summary(letter, blockers.get(id(letter, LetterFields.ID))))
                .toList();
    }

    private static boolean isAscending(Query query) {
        return query.direction() == Query.Direction.ASC;
    }

    private static Bson order(Query query) {
        List<String> fields = query.sort() == Query.Sort.CREATED_AT
                ? List.of(LetterFields.ID)
                : List.of(sorted(query), LetterFields.ID);
        return isAscending(query) ? Sorts.ascending(fields) : Sorts.descending(fields);
    }

    private static String sorted(Query query) {
        return switch (query.sort()) {
            case CREATED_AT -> LetterFields.ID;
            case UPDATED_AT -> LetterFields.UPDATED_AT;
            case PRIORITY -> LetterFields.PRIORITY;
            case RETRY_COUNT -> LetterFields.RETRY_COUNT;
        };
    }

    private List<Document> after(Query query) {
        LetterId after = query.after();
        if (after == null) return List.of();
        String compared = isAscending(query) ? "$gt" : "$lt";
        Document later = new Document(LetterFields.ID, new Document(compared, after.value()));
        if (query.sort() == Query.Sort.CREATED_AT) return List.of(later);
        String field = sorted(query);
        Document last = first(after, fields(field));
        if (last == null) throw query.isAfterNothing();
        Object value = last.get(field);
        return List.of(new Document(
                "$or",
                List.of(
                        new Document(field, new Document(compared, value)),
                        new Document("$and", List.of(new Document(field, value), later)))));
    }

    private Page searchText(Query query, String text, BooleanSupplier outOfTime) {
        int wanted = query.skip() + query.limit() + 1;
        List<Document> all = new ArrayList<>();
        all.add(FilterDocument.of(query.filter(), paths.get()));
        LetterId after = query.after();
        if (after != null)
            all.add(new Document(LetterFields.ID, new Document(isAscending(query) ? "$gt" : "$lt", after.value())));
        TextSearch.Result found = new TextSearch(letters, parts, text, outOfTime)
                .find(FilterDocument.and(all), isAscending(query), wanted);
        List<UUID> ids = found.letters();
        List<UUID> shown = ids.subList(Math.min(query.skip(), ids.size()), Math.min(wanted, ids.size()));
        List<Document> read = read(shown, LetterMapper.WITHOUT_CONTENT);
        Map<UUID, Summary> summaries = new HashMap<>();
        summaries(read).forEach(summary -> summaries.put(summary.id().value(), summary));
        Page page = page(
                        shown.stream()
                                .map(summaries::get)
                                .filter(Objects::nonNull)
                                .toList(),
                        query.limit())
                .searched(found.lookedAt());
        return found.complete() ? page : page.cutAt(found.last() == null ? query.after() : found.last());
    }

    /** The next letters of a bulk move, oldest first. */
    public List<LetterId> next(Filter filter, int limit, @Nullable LetterId after) {
        List<Document> all = new ArrayList<>();
        all.add(FilterDocument.of(filter, paths.get()));
        if (after != null) all.add(new Document(LetterFields.ID, new Document("$gt", after.value())));
        Document which = FilterDocument.and(all);
        if (filter.text() != null)
            return new TextSearch(letters, parts, filter.text(), () -> false)
                    .find(which, true, limit).letters().stream()
                            .map(LetterId::new)
                            .toList();
        return letters.find(which)
                .projection(Projections.include(LetterFields.ID))
                .sort(Sorts.ascending(LetterFields.ID))
                .limit(limit)
                .map(LetterMapper::letterId)
                .into(new ArrayList<>());
    }

    // Counts

    @Override
    public Total count(Filter filter) {
        return Mongo.run("counting letters", () -> {
            Optional<Long> known = isCounted(filter) ? causes.tallies().count(filter) : Optional.empty();
            if (known.isPresent()) return Total.exactly(known.get());
            Document which = FilterDocument.of(filter, paths.get());
            if (filter.text() != null)
                return new TextSearch(letters, parts, filter.text(), textDeadline()).count(which);
            return Total.counted(letters.countDocuments(which, new CountOptions().limit(Total.COUNTED + 1)));
        });
    }

    private static boolean isCounted(Filter filter) {
        return new Tallies(List.of()).count(filter).isPresent();
    }

    @Override
    public Tallies tallies() {
        return Mongo.run("reading counters", causes::tallies);
    }

    /** The letters that a bulk action closed and that still are, in the order of their ids, at most so many after one. */
    public List<LetterId> closedBy(UUID action, int limit, @Nullable LetterId after) {
        Bson closed = Filters.and(Filters.eq(LetterFields.CLOSED_BY, action), LetterFields.visible());
        return Mongo.run(
                "asking what a bulk action closed",
                () -> letters.find(
                                after == null
                                        ? closed
                                        : Filters.and(closed, Filters.gt(LetterFields.ID, after.value())))
                        .projection(Projections.include(LetterFields.ID))
                        .sort(Sorts.ascending(LetterFields.ID))
                        .limit(limit)
                        .map(letter -> new LetterId(id(letter, LetterFields.ID)))
                        .into(new ArrayList<>()));
    }

    @Override
    public ChannelQueue queue(String channel) {
        return Mongo.run(
                "asking what waits in a channel", () -> new ChannelQueue(nextDue(channel), waitingSequences(channel)));
    }

    private Optional<Instant> nextDue(String channel) {
        Bson waiting = Filters.and(
                Filters.eq(LetterFields.STATUS, StatusWords.PENDING),
                Filters.eq(LetterFields.CHANNEL, channel),
                Filters.eq(LetterFields.BEHIND, null),
                LetterFields.visible());
        Document next = letters.find(waiting)
                .projection(Projections.include(LetterFields.NEXT_RETRY_AT))
                .sort(Sorts.ascending(LetterFields.NEXT_RETRY_AT))
                .limit(1)
                .first();
        return Optional.ofNullable(next).map(letter -> Fields.time(letter, LetterFields.NEXT_RETRY_AT));
    }

    private Total waitingSequences(String channel) {
        Bson behind = Filters.and(
                Filters.eq(LetterFields.CHANNEL, channel),
                Filters.eq(LetterFields.BEHIND, true),
                LetterFields.visible());
        return Total.counted(letters.distinct(LetterFields.SEQUENCE, behind, UUID.class)
                .into(new ArrayList<>())
                .size());
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return Mongo.run("reading causes", () -> causes.list(query));
    }

    @Override
    public List<CauseNote> causeNotes(CauseId id, int limit) {
        return Mongo.run("reading notes about a cause", () -> causes.notes(id, limit));
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return Mongo.run("reading changes of causes", () -> causes.changes(id));
    }
}
