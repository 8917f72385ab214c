package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.isTrue;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.timeOrNull;

import com.mongodb.client.model.Projections;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.letters.LetterChanges.Decided;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.LeasedLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Claims letters by their ids. */
final class ExpectedClaims {
    private static final int TRIES = 100;
    private static final Bson SIZE = Projections.include(LetterFields.PAYLOAD_SIZE, LetterFields.HIDDEN);

    private final LetterChanges changes;
    private final SequenceTurns turns;
    private final LeasedLetters leasedLetters;

    ExpectedClaims(LetterChanges changes, SequenceTurns turns, LeasedLetters leasedLetters) {
        this.changes = changes;
        this.turns = turns;
        this.leasedLetters = leasedLetters;
    }

    /** What became of one letter, before it is known which one it waits for, or what is in it. */
    private sealed interface Verdict {
        record Refused(ClaimResult why) implements Verdict {}

        record Behind(UUID sequence) implements Verdict {}

        record Won(LetterStatus from, @Nullable Instant dueAt) implements Verdict {}
    }

    List<ClaimResult> claim(List<ExpectedLetter> expected, Leasing leasing, ByteLimit bytes) {
        Map<UUID, ExpectedLetter> byId = new HashMap<>();
        expected.forEach(one -> byId.put(one.id().value(), one));
        Map<UUID, ClaimResult> results = new HashMap<>();
        claimAll(fitting(expected, bytes), byId, leasing, results);
        return expected.stream()
                .map(one -> results.getOrDefault(one.id().value(), new ClaimResult.NoRoom()))
                .toList();
    }

    private List<UUID> fitting(List<ExpectedLetter> expected, ByteLimit bytes) {
        Map<UUID, Document> sizes =
                changes.read(expected.stream().map(one -> one.id().value()).toList(), SIZE);
        List<UUID> fitting = new ArrayList<>();
        for (ExpectedLetter one : expected) {
            Document letter = sizes.get(one.id().value());
            if (bytes.takes(letter == null ? 0 : big(letter, LetterFields.PAYLOAD_SIZE)))
                fitting.add(one.id().value());
        }
        return fitting;
    }

    private void claimAll(
            List<UUID> ids, Map<UUID, ExpectedLetter> byId, Leasing leasing, Map<UUID, ClaimResult> results) {
        List<UUID> open = ids;
        for (int i = 0; !open.isEmpty(); i++) {
            if (i == TRIES) throw new StoreUnavailable("the turn in a sequence changes all the time; try again");
            Map<UUID, Verdict> verdicts = changes.change(
                    open,
                    LetterChanges.STATE,
                    (id, letter) -> verdict(Objects.requireNonNull(byId.get(id)), letter, leasing));
            putLeased(verdicts, results);
            open = putBlocked(verdicts, results);
        }
    }

    private void putLeased(Map<UUID, Verdict> verdicts, Map<UUID, ClaimResult> results) {
        Map<UUID, Verdict.Won> won = new HashMap<>();
        verdicts.forEach((id, verdict) -> {
            if (verdict instanceof Verdict.Won w) won.put(id, w);
            if (verdict instanceof Verdict.Refused refused) results.put(id, refused.why());
        });
        won.keySet().forEach(id -> results.put(id, new ClaimResult.NotAllowed(LetterStatus.RETRYING, null)));
        for (LeasedLetter letter : leasedLetters.of(won.keySet())) {
            UUID id = letter.letter().id().value();
            Verdict.Won how = Objects.requireNonNull(won.get(id));
            results.put(id, new ClaimResult.Leased(letter, how.from(), how.dueAt()));
        }
    }

    /** Returns those behind which there is nobody: the turn passes to one of them. */
    private List<UUID> putBlocked(Map<UUID, Verdict> verdicts, Map<UUID, ClaimResult> results) {
        Map<UUID, UUID> behind = new HashMap<>();
        verdicts.forEach((id, verdict) -> {
            if (verdict instanceof Verdict.Behind b) behind.put(id, b.sequence());
        });
        if (behind.isEmpty()) return List.of();
        Map<UUID, LetterId> holders = turns.holders(Set.copyOf(behind.values()));
        List<UUID> again = new ArrayList<>();
        behind.forEach((id, sequence) -> {
            LetterId holder = holders.get(sequence);
            if (holder == null || holder.value().equals(id)) again.add(id);
            else results.put(id, new ClaimResult.Blocked(holder));
        });
        turns.pass(again.stream().map(behind::get).collect(Collectors.toSet()));
        return again;
    }

    private static Decided<Verdict> verdict(ExpectedLetter expected, @Nullable Document letter, Leasing leasing) {
        if (letter == null) return refused(new ClaimResult.NoSuchLetter());
        LetterStatus status = LetterMapper.status(letter);
        ExpectedLetter.AsSeen asSeen = expected instanceof ExpectedLetter.AsSeen seen ? seen : null;
        if (asSeen != null && status != LetterStatus.RETRYING && !stands(letter, asSeen))
            return refused(new ClaimResult.Changed(
                    status, number(letter, LetterFields.ATTEMPT), number(letter, LetterFields.VERSION)));
        if (status.after(Move.CLAIM).isEmpty())
            return refused(new ClaimResult.NotAllowed(
                    status, status == LetterStatus.RETRYING ? timeOrNull(letter, LetterFields.LOCKED_UNTIL) : null));
        Completeness completeness = LetterMapper.completeness(letter);
        if (!completeness.isWhole()) return refused(new ClaimResult.NotWhole(completeness));
        if (isTrue(letter, LetterFields.BEHIND))
            return Decided.nothing(new Verdict.Behind(Fields.id(letter, LetterFields.SEQUENCE)));
        Instant dueAt = status == LetterStatus.PENDING ? timeOrNull(letter, LetterFields.NEXT_RETRY_AT) : null;
        Change change = leasing.change();
        if (asSeen != null)
            change.set(LetterFields.BACK_TO, StatusWords.of(status)).set(LetterFields.BACK_DUE, date(dueAt));
        return Decided.to(new Verdict.Won(status, dueAt), change);
    }

    private static Decided<Verdict> refused(ClaimResult why) {
        return Decided.nothing(new Verdict.Refused(why));
    }

    private static boolean stands(Document letter, ExpectedLetter.AsSeen expected) {
        return LetterMapper.status(letter) == expected.status()
                && number(letter, LetterFields.ATTEMPT) == expected.attempt()
                && number(letter, LetterFields.VERSION) == expected.version();
    }
}
