package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Priority;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Leases;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Gives letters to workers on leases, and takes them back from those that did not come back in time. */
public final class MongoLeases implements Leases {
    private static final Bson CANDIDATE = Projections.include(LetterFields.ETAG, LetterFields.PAYLOAD_SIZE);
    private static final Comparator<LeasedLetter> AS_CLAIMED = Comparator.<LeasedLetter, Priority>comparing(
                    claimed -> claimed.letter().priority())
            .reversed()
            .thenComparing(claimed -> claimed.letter().id());

    private final Mongo mongo;
    private final MongoCollection<Document> letters;
    private final Parts parts;
    private final LetterChanges changes;
    private final LeasedLetters leasedLetters;
    private final ExpiredLeases expired;
    private final ExpectedClaims expectedClaims;
    private final Settlements settlements;

    MongoLeases(Mongo mongo, Parts parts, SequenceTurns turns, LetterChanges changes, Settlements settlements) {
        this.mongo = mongo;
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.parts = parts;
        this.changes = changes;
        this.leasedLetters = new LeasedLetters(mongo, parts);
        this.expired = new ExpiredLeases(mongo, changes);
        this.expectedClaims = new ExpectedClaims(changes, turns, leasedLetters);
        this.settlements = settlements;
    }

    // Claims

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        return Mongo.run("claiming letters", () -> {
            Instant now = mongo.now();
            expired.recover(now);
            if (request.channels().isPresent() && request.channels().get().isEmpty()) return List.of();
            return leased(picked(request, now), new Leasing(request.worker(), now, request.leaseTime()));
        });
    }

    private List<LeasedLetter> leased(List<Document> picked, Leasing leasing) {
        UUID etag = UUID.randomUUID();
        if (picked.size() == 1) {
            Document letter = changes.leaseOne(etag, picked.get(0), leasing.change(), LetterMapper.WITHOUT_ATTEMPTS);
            return letter == null ? List.of() : List.of(LetterMapper.claimed(letter, parts));
        }
        return leasedLetters.of(changes.lease(etag, picked, leasing.change())).stream()
                .sorted(AS_CLAIMED)
                .toList();
    }

    private List<Document> picked(ClaimRequest request, Instant now) {
        Bson due = due(request, now);
        ByteLimit bytes = new ByteLimit(request.maxBytes());
        Map<UUID, Document> picked = new HashMap<>();
        if (request.oldest() > 0)
            for (Document letter : candidates(due, Sorts.ascending(LetterFields.ID), request.oldest()))
                if (bytes.takes(big(letter, LetterFields.PAYLOAD_SIZE)))
                    picked.put(id(letter, LetterFields.ID), letter);
        int rest = request.limit() - picked.size();
        if (rest == 0) return List.copyOf(picked.values());
        for (Document letter : candidates(due, MOST_URGENT, request.limit())) {
            if (picked.containsKey(id(letter, LetterFields.ID))) continue;
            if (rest-- == 0) break;
            if (bytes.takes(big(letter, LetterFields.PAYLOAD_SIZE))) picked.put(id(letter, LetterFields.ID), letter);
        }
        return List.copyOf(picked.values());
    }

    private static final Bson MOST_URGENT = Sorts.orderBy(
            Sorts.descending(LetterFields.PRIORITY), Sorts.ascending(LetterFields.CREATED_AT, LetterFields.ID));

    private static Bson due(ClaimRequest request, Instant now) {
        Document due = new Document(LetterFields.STATUS, StatusWords.PENDING)
                .append(LetterFields.NEXT_RETRY_AT, new Document("$lte", date(now)))
                .append(LetterFields.LOCKED_BY, null)
                .append(LetterFields.BEHIND, null)
                .append(LetterFields.HIDDEN, null);
        request.channels().ifPresent(channels -> due.append(LetterFields.CHANNEL, in(channels)));
        return due;
    }

    private static Document in(Set<String> channels) {
        return new Document("$in", List.copyOf(channels));
    }

    private List<Document> candidates(Bson due, Bson order, int limit) {
        return letters.find(due).projection(CANDIDATE).sort(order).limit(limit).into(new ArrayList<>());
    }

    @Override
    public List<ClaimResult> claimExpected(
            List<ExpectedLetter> letters, String worker, Duration leaseTime, long maxBytes) {
        if (letters.isEmpty()) return List.of();
        return Mongo.run("claiming letters by their ids", () -> {
            Instant now = mongo.now();
            expired.recover(now);
            return expectedClaims.claim(letters, new Leasing(worker, now, leaseTime), new ByteLimit(maxBytes));
        });
    }

    // Leases

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        if (leases.isEmpty()) return Set.of();
        return Mongo.run("renewing leases", () -> renewed(leases, mongo.now().plus(time)));
    }

    private Set<LetterId> renewed(Collection<Lease> leases, Instant until) {
        List<WriteModel<Document>> writes = new ArrayList<>(leases.size());
        Set<LetterId> ids = new HashSet<>();
        for (Lease lease : leases) {
            ids.add(lease.id());
            writes.add(new UpdateOneModel<>(
                    new Document(LetterFields.ID, lease.id().value())
                            .append(LetterFields.STATUS, StatusWords.PROCESSING)
                            .append(LetterFields.ATTEMPT, lease.token()),
                    new Change().set(LetterFields.LOCKED_UNTIL, date(until)).update()));
        }
        int held =
                letters.bulkWrite(writes, new BulkWriteOptions().ordered(false)).getMatchedCount();
        return held == leases.size() ? ids : stillHeld(leases, ids);
    }

    private Set<LetterId> stillHeld(Collection<Lease> leases, Set<LetterId> ids) {
        Map<LetterId, Integer> tokens = new HashMap<>();
        for (Document letter : letters.find(Filters.in(
                        LetterFields.ID, ids.stream().map(LetterId::value).toList()))
                .projection(Projections.include(LetterFields.STATUS, LetterFields.ATTEMPT, LetterFields.HIDDEN))
                .into(new ArrayList<>()))
            if (!letter.containsKey(LetterFields.HIDDEN) && LetterMapper.isHeld(letter))
                tokens.put(LetterMapper.letterId(letter), number(letter, LetterFields.ATTEMPT));
        Set<LetterId> held = new HashSet<>();
        for (Lease lease : leases) if (Objects.equals(tokens.get(lease.id()), lease.token())) held.add(lease.id());
        return held;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> ended) {
        if (ended.isEmpty()) return List.of();
        return Mongo.run("settling attempts", () -> settlements.settle(ended));
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return Mongo.run("asking for the next due letter", () -> {
            Document waiting = new Document(LetterFields.STATUS, StatusWords.PENDING)
                    .append(LetterFields.BEHIND, null)
                    .append(LetterFields.HIDDEN, null);
            channels.ifPresent(some -> waiting.append(LetterFields.CHANNEL, in(some)));
            Document held = new Document(LetterFields.STATUS, StatusWords.PROCESSING);
            return Stream.of(first(waiting, LetterFields.NEXT_RETRY_AT), first(held, LetterFields.LOCKED_UNTIL))
                    .flatMap(Optional::stream)
                    .min(Comparator.naturalOrder());
        });
    }

    private Optional<Instant> first(Document which, String field) {
        Document letter = letters.find(which.append(field, new Document("$exists", true)))
                .projection(Projections.include(field))
                .sort(Sorts.ascending(field))
                .limit(1)
                .first();
        return letter == null ? Optional.empty() : Optional.of(time(letter, field));
    }
}
