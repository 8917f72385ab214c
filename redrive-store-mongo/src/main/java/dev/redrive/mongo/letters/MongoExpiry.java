package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.part;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.counters.Counters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Expiry;
import dev.redrive.store.retention.SettledCount;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** How letters leave when their retention is over. */
public final class MongoExpiry implements Expiry {
    /** How many letters a page looks at, at most. */
    private static final int LOOKED_AT = 2000;

    private static final int AT_ONCE = 500;

    private static final Bson SEEN = Projections.include(
            LetterFields.CHANNEL,
            LetterFields.ERROR_TYPE,
            LetterFields.STATUS,
            LetterFields.ATTEMPT,
            LetterFields.UPDATED_AT,
            LetterFields.VERSION,
            LetterFields.CAUSE,
            LetterFields.LAST_CAUSE);

    private final Mongo mongo;
    private final MongoCollection<Document> letters;
    private final LetterChanges changes;
    private final LetterMoves moves;
    private final Withdrawals withdrawals;
    private final Counters counters;

    MongoExpiry(Mongo mongo, LetterChanges changes, LetterMoves moves, Withdrawals withdrawals, Counters counters) {
        this.mongo = mongo;
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.changes = changes;
        this.moves = moves;
        this.withdrawals = withdrawals;
        this.counters = counters;
    }

    // What is due

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return Mongo.run("looking for letters whose retention is over", () -> page(status, times, after, limit));
    }

    private DuePage page(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        Instant now = mongo.now();
        Set<HoldSubject> holds = withdrawals.held();
        List<DueLetter> due = new ArrayList<>();
        int held = 0;
        int looked = 0;
        LetterId last = after;
        try (MongoCursor<Document> found = letters.find(candidates(status, times, after, now))
                .projection(SEEN)
                .sort(Sorts.ascending(LetterFields.ID))
                .limit(LOOKED_AT)
                .iterator()) {
            while (found.hasNext()) {
                Document letter = found.next();
                DueLetter seen = seen(letter);
                if (isPast(seen, times, now)) {
                    if (due.size() + held == limit) return new DuePage(due, held, last);
                    if (Withdrawals.isUnder(holds, letter)) held++;
                    else due.add(seen);
                }
                last = seen.id();
                looked++;
            }
        }
        return new DuePage(due, held, looked == LOOKED_AT ? last : null);
    }

    /** What was captured too late was changed too late: ids begin with the time of capture. */
    private static Document candidates(LetterStatus status, ChannelTimes times, @Nullable LetterId after, Instant now) {
        Document ids = new Document();
        if (after != null) ids.append("$gt", after.value());
        Instant latest = before(now, times.shortest()).plusMillis(1);
        ids.append("$lt", LetterId.firstAt(latest).value());
        return new Document(LetterFields.STATUS, StatusWords.of(status))
                .append(LetterFields.ID, ids)
                .append(LetterFields.HIDDEN, null);
    }

    private static Instant before(Instant now, Duration time) {
        return time.compareTo(Duration.between(Instant.EPOCH, now)) > 0 ? Instant.EPOCH : now.minus(time);
    }

    private static boolean isPast(DueLetter letter, ChannelTimes times, Instant now) {
        return !letter.updatedAt().plus(times.of(letter.channel())).isAfter(now);
    }

    private static DueLetter seen(Document letter) {
        return new DueLetter(
                LetterMapper.letterId(letter),
                text(letter, LetterFields.CHANNEL),
                text(letter, LetterFields.ERROR_TYPE),
                LetterMapper.status(letter),
                number(letter, LetterFields.ATTEMPT),
                time(letter, LetterFields.UPDATED_AT),
                number(letter, LetterFields.VERSION));
    }

    // What goes

    @Override
    public List<LetterId> remove(List<DueLetter> due) {
        return Mongo.run("removing letters", () -> {
            List<LetterId> gone = new ArrayList<>();
            for (int from = 0; from < due.size(); from += AT_ONCE)
                gone.addAll(removeSome(due.subList(from, Math.min(due.size(), from + AT_ONCE))));
            return gone;
        });
    }

    private List<LetterId> removeSome(List<DueLetter> due) {
        List<Document> asSeen = new ArrayList<>();
        Map<UUID, DueLetter> byId = byId(due);
        changes.read(byId.keySet(), LetterChanges.STATE).forEach((id, letter) -> {
            DueLetter seen = seen(letter);
            if (seen.equals(byId.get(id)) && !seen.status().isOpen()) asSeen.add(letter);
        });
        Set<HoldSubject> held = withdrawals.held();
        asSeen.removeIf(letter -> Withdrawals.isUnder(held, letter));
        UUID who = UUID.randomUUID();
        Set<UUID> gone = withdrawals.delete(who, withdrawals.announce(who, asSeen));
        return due.stream()
                .map(DueLetter::id)
                .filter(id -> gone.contains(id.value()))
                .distinct()
                .toList();
    }

    private static Map<UUID, DueLetter> byId(List<DueLetter> due) {
        Map<UUID, DueLetter> byId = new HashMap<>();
        due.forEach(letter -> byId.put(letter.id().value(), letter));
        return byId;
    }

    @Override
    public List<LetterId> close(List<DueLetter> due, ManualMove move) {
        return Mongo.run("closing letters", () -> {
            Map<UUID, DueLetter> byId = byId(due);
            Set<HoldSubject> held = withdrawals.held();
            Map<UUID, MoveResult> results = moves.move(
                    byId.keySet(),
                    move,
                    mongo.now(),
                    letter -> seen(letter).equals(byId.get(id(letter, LetterFields.ID)))
                            && LetterMapper.status(letter) == LetterStatus.FAILED
                            && !Withdrawals.isUnder(held, letter));
            return due.stream()
                    .map(DueLetter::id)
                    .filter(id -> results.get(id.value()) instanceof MoveResult.To)
                    .distinct()
                    .toList();
        });
    }

    /** Collections are not cut by month. */
    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return 0;
    }

    // Counts and space

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return Mongo.run("counting settled letters", () -> {
            Document day = new Document(
                    "$dateToString", new Document("format", "%Y-%m-%d").append("date", "$" + LetterFields.UPDATED_AT));
            Document key = new Document("status", "$" + LetterFields.STATUS)
                    .append("channel", "$" + LetterFields.CHANNEL)
                    .append("day", day);
            List<SettledCount> counts = new ArrayList<>();
            letters.aggregate(List.of(
                            Aggregates.match(
                                    new Document(LetterFields.STATUS, new Document("$in", StatusWords.of(statuses)))
                                            .append(LetterFields.HIDDEN, null)),
                            new Document(
                                    "$group", new Document("_id", key).append("letters", new Document("$sum", 1)))))
                    .allowDiskUse(true)
                    .forEach(row -> {
                        Document of = part(row, "_id");
                        counts.add(new SettledCount(
                                StatusWords.status(text(of, "status")),
                                text(of, "channel"),
                                LocalDate.parse(text(of, "day")),
                                big(row, "letters")));
                    });
            return counts;
        });
    }

    /** What was deleted leaves as soon as it is counted; the server uses the space again by itself. */
    @Override
    public boolean reclaim() {
        Mongo.run("taking out what was deleted", () -> {
            var unused = counters.fold();
        });
        return false;
    }
}
