package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.pushEach;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.PushOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.WriteModel;
import dev.redrive.internal.text.CleanText;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.database.Repeatable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The lines of all ledgers, in the collection {@code dlq_replay_line}. The id of a line is its replay and its position, so that
 * writing it twice is as good as once. A line counts when the ledger of its replay reaches to it, which the caller knows.
 */
final class ReplayLedgers {
    /** A ledger is deleted in parts, so that no call takes long. */
    private static final int DELETE_AT_ONCE = 10_000;

    /** How many calls that marked a line are remembered in it. No line is marked more often: it is sent, and then something becomes of it. */
    private static final int MARKS_KEPT = 4;

    private static final List<String> OPEN = List.of(LineState.PLANNED.name(), LineState.SENT.name());
    private static final List<String> WENT_OUT = List.of(
            LineState.SENT.name(), LineState.RESOLVED.name(), LineState.CAME_BACK.name(), LineState.FAILED.name());

    private final MongoCollection<Document> lines;

    ReplayLedgers(Mongo mongo) {
        this.lines = mongo.collection("dlq_replay_line");
        mongo.patient("dlq_replay_line").createIndex(Indexes.ascending("letter"));
    }

    // Writing

    void insert(ReplayId id, List<LedgerLine> some) {
        try {
            lines.insertMany(
                    some.stream().map(line -> write(id, line)).toList(), new InsertManyOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            // Those that are there were written by the same call, which did not come to its end.
            if (!MongoErrors.isDuplicate(e)) throw e;
        }
    }

    /** Marks lines, and returns the positions of those that were changed. */
    Set<Long> mark(ReplayId id, List<LedgerLine.Mark> marks, Instant now) {
        return changed(write(id, marks, now));
    }

    /** A call that marked lines; the lines that it changed remember it. */
    record Call(ObjectId id, List<Document> lines) {}

    /** Of several marks on a line the last one counts, but nothing after a final one. */
    Call write(ReplayId id, List<LedgerLine.Mark> marks, Instant now) {
        Map<Long, LedgerLine.Mark> once = new TreeMap<>();
        for (LedgerLine.Mark mark : marks)
            once.merge(mark.position(), mark, (one, next) -> one.state().isFinal() ? one : next);
        Call call = new Call(new ObjectId(), ids(id, once.keySet()));
        List<WriteModel<Document>> writes = writes(id, once.values(), now, call.id());
        Repeatable.run(
                "marking lines of a ledger", () -> lines.bulkWrite(writes, new BulkWriteOptions().ordered(false)));
        return call;
    }

    /** One update for all lines with the same mark. */
    private static List<WriteModel<Document>> writes(
            ReplayId id, Collection<LedgerLine.Mark> marks, Instant now, ObjectId call) {
        record Outcome(LineState state, @Nullable String why) {}
        Map<Outcome, List<Long>> positions = new LinkedHashMap<>();
        for (LedgerLine.Mark mark : marks)
            positions
                    .computeIfAbsent(
                            new Outcome(mark.state(), CleanText.textOrNull(mark.why())), outcome -> new ArrayList<>())
                    .add(mark.position());
        List<WriteModel<Document>> writes = new ArrayList<>();
        positions.forEach((outcome, some) -> writes.add(new UpdateManyModel<>(
                and(in("_id", ids(id, some)), in("state", OPEN)),
                combine(
                        set("state", outcome.state().name()),
                        set("why", outcome.why()),
                        set("at", Fields.date(now)),
                        pushEach("marks", List.of(call), new PushOptions().slice(-MARKS_KEPT))))));
        return writes;
    }

    /** Other calls may have changed some of the lines before this one, and others after it. */
    Set<Long> changed(Call call) {
        return lines.find(and(in("_id", call.lines()), eq("marks", call.id())))
                .projection(Projections.include("_id"))
                .map(ReplayLedgers::position)
                .into(new HashSet<>());
    }

    /** Lines that do not count. */
    void deleteAfter(ReplayId id, long position) {
        lines.deleteMany(after(id, position));
    }

    void delete(ReplayId id) {
        Document last = atPlace(id, DELETE_AT_ONCE);
        while (last != null) {
            Bson part = and(after(id, Long.MIN_VALUE), lte("_id", last.get("_id")));
            Repeatable.run("deleting a ledger", () -> lines.deleteMany(part));
            last = atPlace(id, DELETE_AT_ONCE);
        }
        Repeatable.run("deleting a ledger", () -> lines.deleteMany(after(id, Long.MIN_VALUE)));
    }

    private @Nullable Document atPlace(ReplayId id, int place) {
        return lines.find(after(id, Long.MIN_VALUE))
                .sort(Sorts.ascending("_id"))
                .skip(place - 1)
                .limit(1)
                .projection(Projections.include("_id"))
                .first();
    }

    // Reading

    /** Up to the end of its ledger. */
    List<LedgerLine> after(ReplayId id, Set<LineState> states, long after, long end, int limit) {
        Bson range = range(id, after, end);
        Bson where = states.isEmpty() ? range : and(range, in("state", names(states)));
        return lines.find(where)
                .sort(Sorts.ascending("_id"))
                .limit(limit)
                .map(ReplayLedgers::read)
                .into(new ArrayList<>());
    }

    private static List<String> names(Set<LineState> states) {
        return states.stream().map(Enum::name).toList();
    }

    Optional<LedgerLine> of(ReplayId id, LetterId letter, long end) {
        return Optional.ofNullable(lines.find(and(eq("letter", letter.value()), range(id, 0, end)))
                        .first())
                .map(ReplayLedgers::read);
    }

    Map<LineState, Long> tally(ReplayId id, long end) {
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        lines.aggregate(List.of(
                        Aggregates.match(range(id, 0, end)), Aggregates.group("$state", Accumulators.sum("count", 1L))))
                .forEach(sum -> counts.put(LineState.valueOf(Fields.text(sum, "_id")), Fields.big(sum, "count")));
        return counts;
    }

    int sent(Collection<LetterId> letters) {
        Bson where = and(in("letter", letters.stream().map(LetterId::value).toList()), in("state", WENT_OUT));
        Document count = lines.aggregate(
                        List.of(Aggregates.match(where), Aggregates.group("$letter"), Aggregates.count("letters")))
                .first();
        return count == null ? 0 : Fields.number(count, "letters");
    }

    // Documents

    private static Document id(ReplayId replay, long position) {
        return new Document("replay", replay.value()).append("position", position);
    }

    private static List<Document> ids(ReplayId replay, Collection<Long> positions) {
        return positions.stream().map(position -> id(replay, position)).toList();
    }

    private static Bson range(ReplayId id, long after, long end) {
        return and(gt("_id", id(id, after)), lte("_id", id(id, end)));
    }

    private static Bson after(ReplayId id, long position) {
        return range(id, position, Long.MAX_VALUE);
    }

    private static long position(Document line) {
        return Fields.big(Fields.part(line, "_id"), "position");
    }

    private static Document write(ReplayId id, LedgerLine line) {
        return new Document("_id", id(id, line.position()))
                .append("letter", line.letter().value())
                .append("channel", CleanText.text(line.channel()))
                .append("status", line.status().name())
                .append("attempt", line.attempt())
                .append("version", line.version())
                .append("state", line.state().name())
                .append("why", CleanText.textOrNull(line.why()))
                .append("at", Fields.date(line.at()));
    }

    private static LedgerLine read(Document line) {
        return new LedgerLine(
                position(line),
                new LetterId(Fields.id(line, "letter")),
                Fields.text(line, "channel"),
                LetterStatus.valueOf(Fields.text(line, "status")),
                Fields.number(line, "attempt"),
                Fields.number(line, "version"),
                LineState.valueOf(Fields.text(line, "state")),
                line.getString("why"),
                Fields.timeOrNull(line, "at"));
    }
}
