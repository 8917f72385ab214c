package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.empty;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.max;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.redrive.internal.text.CleanText;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Replays in the collection {@code dlq_replay}. Each change is one update of one document, with the state or the owner that it expects
 * in its filter. How far the ledger reaches stands in the replay: lines are written first and count when it has grown.
 */
public final class MongoReplayBook implements ReplayBook {
    private static final int ASK_AT_ONCE = 500;
    private static final FindOneAndUpdateOptions NEW =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);

    private final Mongo mongo;
    private final MongoCollection<Document> replays;
    private final ReplayLedgers ledgers;
    private final ReplayedLetters letters;

    public MongoReplayBook(Mongo mongo) {
        this.mongo = mongo;
        this.replays = mongo.collection("dlq_replay");
        String doing = "creating the indexes of the replays";
        Mongo.run(
                doing,
                () -> mongo.patient("dlq_replay")
                        .createIndexes(List.of(
                                new IndexModel(ascending("wakeAt")),
                                new IndexModel(ascending("state", "_id")),
                                new IndexModel(ascending("state", "endedAt")))));
        this.ledgers = Mongo.run(doing, () -> new ReplayLedgers(mongo));
        this.letters = Mongo.run(doing, () -> new ReplayedLetters(mongo));
    }

    // Planning

    @Override
    public void add(Replay replay) {
        Mongo.run(
                "adding a replay",
                () -> replays.insertOne(ReplayDocument.write(replay).append("ledgerEnd", 0L)));
    }

    @Override
    public void append(ReplayId id, List<LedgerLine> lines) {
        if (lines.isEmpty()) return;
        long before = lines.get(0).position() - 1;
        long end = lines.get(lines.size() - 1).position();
        Mongo.run("appending to the ledger of replay " + id, () -> {
            ledgers.insert(id, lines);
            if (grow(id, before, end)) return;
            ledgers.deleteAfter(id, before);
            throw new StoreException("the ledger of replay " + id + " does not reach to position " + before
                    + ", so nothing can be appended there; plan the replay again");
        });
    }

    private boolean grow(ReplayId id, long from, long to) {
        return replays.updateOne(and(one(id), gte("ledgerEnd", from)), max("ledgerEnd", to))
                        .getMatchedCount()
                == 1;
    }

    @Override
    public void planned(ReplayId id, ReplayPlan plan) {
        Bson planned = combine(
                set("state", ReplayState.PLANNED.name()),
                set("plan", ReplayDocument.write(plan)),
                set("progress", ReplayDocument.write(ReplayProgress.planned(plan.count()))));
        Mongo.run(
                "ending the planning of replay " + id,
                () -> replays.updateOne(and(one(id), eq("state", ReplayState.PLANNING.name())), planned));
    }

    /** The replay itself is the last: what a process did not come to is removed when it is removed again. */
    @Override
    public void remove(ReplayId id) {
        Mongo.run("removing replay " + id, () -> {
            ledgers.delete(id);
            letters.release(id);
            return replays.deleteOne(one(id));
        });
    }

    @Override
    public Optional<Replay> find(ReplayId id) {
        return Mongo.run(
                "reading replay " + id, () -> read(replays.find(one(id)).first()));
    }

    @Override
    public List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        List<Bson> all = new ArrayList<>();
        if (before != null) all.add(lt("_id", before.value()));
        if (!states.isEmpty()) all.add(in("state", names(states)));
        return Mongo.run(
                "reading the replays",
                () -> replays.find(all.isEmpty() ? empty() : and(all))
                        .sort(descending("_id"))
                        .limit(limit)
                        .map(ReplayDocument::read)
                        .into(new ArrayList<>()));
    }

    // Running

    /** The first time that it runs is told by the filter: an update cannot look at the value that it replaces. */
    @Override
    public Optional<Replay> move(
            ReplayId id, Set<ReplayState> from, ReplayState to, @Nullable String reason, @Nullable Instant wakeAt) {
        Instant now = mongo.now();
        boolean ends = to.isEnded() || to == ReplayState.STOPPED;
        Bson allowed = and(one(id), in("state", names(from)));
        Bson change = combine(
                set("state", to.name()),
                set("reason", CleanText.textOrNull(reason)),
                set("wakeAt", Fields.date(wakeAt)),
                set("endedAt", Fields.date(ends ? now : null)));
        return Mongo.run("moving replay " + id + " to " + to, () -> {
            if (to != ReplayState.RUNNING) return changed(allowed, change);
            return changed(and(allowed, eq("startedAt", null)), combine(change, set("startedAt", Fields.date(now))))
                    .or(() -> changed(and(allowed, ne("startedAt", null)), change));
        });
    }

    private Optional<Replay> changed(Bson which, Bson change) {
        return read(replays.findOneAndUpdate(which, change, NEW));
    }

    @Override
    public void progress(ReplayId id, ReplayProgress progress) {
        update(id, set("progress", ReplayDocument.write(progress)));
    }

    @Override
    public void wake(ReplayId id, @Nullable Instant at, @Nullable String reason) {
        update(id, combine(set("wakeAt", Fields.date(at)), set("reason", CleanText.textOrNull(reason))));
    }

    private void update(ReplayId id, Bson change) {
        Mongo.run("writing replay " + id, () -> replays.updateOne(one(id), change));
    }

    @Override
    public Optional<Replay> take(String node, Duration time) {
        Instant now = mongo.now();
        Bson free = and(lte("wakeAt", Fields.date(now)), or(eq("owner", null), lte("ownedUntil", Fields.date(now))));
        return Mongo.run(
                "taking a replay",
                () -> read(replays.findOneAndUpdate(
                        free,
                        own(node, now.plus(time)),
                        new FindOneAndUpdateOptions()
                                .sort(Sorts.ascending("wakeAt"))
                                .returnDocument(ReturnDocument.AFTER))));
    }

    @Override
    public boolean keep(ReplayId id, String node, Duration time) {
        Bson own = own(node, mongo.now().plus(time));
        return Mongo.run(
                        "keeping replay " + id,
                        () -> replays.updateOne(and(one(id), eq("owner", node)), own)
                                .getMatchedCount())
                == 1;
    }

    @Override
    public void leave(ReplayId id, String node) {
        Bson nobody = combine(set("owner", null), set("ownedUntil", null));
        Mongo.run("leaving replay " + id, () -> replays.updateOne(and(one(id), eq("owner", node)), nobody));
    }

    private static Bson own(String node, Instant until) {
        return combine(set("owner", node), set("ownedUntil", Fields.date(until)));
    }

    // Letters

    @Override
    public Held hold(ReplayId id, long from, int limit) {
        return Mongo.run("taking letters for replay " + id, () -> {
            List<LedgerLine> looked = ledgers.after(id, Set.of(), from - 1, ledgerEnd(id), limit);
            List<LedgerLine> planned = looked.stream()
                    .filter(line -> line.state() == LineState.PLANNED)
                    .toList();
            List<LedgerLine.Mark> skipped = skipped(id, planned);
            if (!skipped.isEmpty()) ledgers.mark(id, skipped, mongo.now());
            boolean more = looked.size() == limit;
            return new Held(
                    (long) planned.size() - skipped.size(),
                    skipped.size(),
                    more ? Optional.of(looked.get(looked.size() - 1).position() + 1) : Optional.empty());
        });
    }

    private List<LedgerLine.Mark> skipped(ReplayId id, List<LedgerLine> planned) {
        Map<LetterId, ReplayId> holders =
                letters.take(id, planned.stream().map(LedgerLine::letter).toList());
        return planned.stream()
                .filter(line -> !id.equals(holders.get(line.letter())))
                .map(line -> new LedgerLine.Mark(
                        line.position(),
                        LineState.SKIPPED,
                        "it is in replay " + holders.get(line.letter()) + ", which is not over"))
                .toList();
    }

    @Override
    public void takeOver(ReplayId id, long from, int limit) {
        Mongo.run("taking over letters for replay " + id, () -> {
            List<LetterId> planned = ledgers.after(id, Set.of(), from - 1, ledgerEnd(id), limit).stream()
                    .filter(line -> line.state() == LineState.PLANNED)
                    .map(LedgerLine::letter)
                    .toList();
            Set<ReplayId> holders = new HashSet<>(letters.holders(planned).values());
            holders.removeIf(
                    holder -> find(holder).filter(Replay::canBeTakenFrom).isEmpty());
            letters.release(holders, planned);
            return holders;
        });
    }

    @Override
    public Map<LetterId, ReplayId> holders(Collection<LetterId> of) {
        return Mongo.run("asking which replays hold letters", () -> letters.holders(of));
    }

    @Override
    public void release(ReplayId id) {
        letters.release(id);
    }

    // Ledger

    @Override
    public List<LedgerLine> next(ReplayId id, long after, int limit) {
        return ledger(id, Set.of(LineState.PLANNED), after, limit);
    }

    @Override
    public List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit) {
        return Mongo.run(
                "reading the ledger of replay " + id, () -> ledgers.after(id, states, after, ledgerEnd(id), limit));
    }

    @Override
    public Optional<LedgerLine> line(ReplayId id, LetterId letter) {
        return Mongo.run("reading the ledger of replay " + id, () -> ledgers.of(id, letter, ledgerEnd(id)));
    }

    @Override
    public Set<Long> mark(ReplayId id, List<LedgerLine.Mark> marks) {
        if (marks.isEmpty()) return Set.of();
        Instant now = mongo.now();
        return Mongo.run("marking the ledger of replay " + id, () -> ledgers.mark(id, marks, now));
    }

    @Override
    public Map<LineState, Long> tally(ReplayId id) {
        return Mongo.run("counting the ledger of replay " + id, () -> ledgers.tally(id, ledgerEnd(id)));
    }

    /** The position of the last line that counts; 0 when there is no such replay. */
    private long ledgerEnd(ReplayId id) {
        Document replay = replays.find(one(id))
                .projection(Projections.include("ledgerEnd"))
                .first();
        return replay == null ? 0 : Fields.big(replay, "ledgerEnd");
    }

    @Override
    public int sentBefore(Collection<LetterId> some) {
        List<LetterId> once = some.stream().distinct().toList();
        return Mongo.run("looking for letters that were replayed", () -> {
            int sent = 0;
            for (int from = 0; from < once.size(); from += ASK_AT_ONCE)
                sent += ledgers.sent(once.subList(from, Math.min(once.size(), from + ASK_AT_ONCE)));
            return sent;
        });
    }

    @Override
    public int expire(Instant endedBefore, int limit) {
        Bson past = and(
                in("state", ReplayState.CANCELLED.name(), ReplayState.DONE.name(), ReplayState.FAILED.name()),
                lt("endedAt", Millis.atOrAfter(endedBefore)));
        List<ReplayId> ids = Mongo.run(
                "looking for old replays",
                () -> replays.find(past)
                        .sort(Sorts.ascending("endedAt"))
                        .limit(limit)
                        .projection(Projections.include("_id"))
                        .map(replay -> new ReplayId(Fields.id(replay, "_id")))
                        .into(new ArrayList<>()));
        ids.forEach(this::remove);
        return ids.size();
    }

    private static Bson one(ReplayId id) {
        return eq("_id", id.value());
    }

    private static List<String> names(Set<ReplayState> states) {
        return states.stream().map(Enum::name).toList();
    }

    private static Optional<Replay> read(@Nullable Document replay) {
        return Optional.ofNullable(replay).map(ReplayDocument::read);
    }
}
