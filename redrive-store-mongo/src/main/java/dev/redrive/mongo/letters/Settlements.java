package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.AttemptDocument;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.letters.LetterChanges.Decided;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.streams.ReturnedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** How attempts end: as their worker says, or as a letter that was sent comes back. */
final class Settlements {
    private final Mongo mongo;
    private final LetterChanges changes;
    private final Causes causes;
    private final OlderAttempts olderAttempts;

    Settlements(Mongo mongo, LetterChanges changes, Causes causes, OlderAttempts olderAttempts) {
        this.mongo = mongo;
        this.changes = changes;
        this.causes = causes;
        this.olderAttempts = olderAttempts;
    }

    // By their workers

    List<SettleResult> settle(List<Settlement> ended) {
        Instant now = mongo.now();
        List<SettleResult> results = new ArrayList<>(ended.size());
        // A letter may be in it twice, with an old lease and its current one: they are settled one after the other.
        int from = 0;
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < ended.size(); i++) {
            if (ids.add(ended.get(i).lease().id().value())) continue;
            results.addAll(settleEach(ended.subList(from, i), now));
            from = i;
            ids.clear();
            ids.add(ended.get(i).lease().id().value());
        }
        results.addAll(settleEach(ended.subList(from, ended.size()), now));
        return results;
    }

    private List<SettleResult> settleEach(List<Settlement> ended, Instant now) {
        Map<UUID, Settlement> byId = new HashMap<>();
        ended.forEach(one -> byId.put(one.lease().id().value(), one));
        noteCauses(byId, now);
        Set<UUID> full = new HashSet<>();
        Map<UUID, SettleResult> results = changes.change(byId.keySet(), LetterChanges.STATE, (id, letter) -> {
            if (letter != null && OlderAttempts.isFull(letter)) full.add(id);
            return settled(Objects.requireNonNull(byId.get(id)), letter, now);
        });
        full.forEach(olderAttempts::move);
        return ended.stream()
                .map(one -> Objects.requireNonNull(results.get(one.lease().id().value())))
                .toList();
    }

    /** Before the letters change: a cause that nothing failed of does no harm, but a letter without its cause would. */
    private void noteCauses(Map<UUID, Settlement> byId, Instant now) {
        List<UUID> failed = byId.values().stream()
                .filter(one -> one.outcome() instanceof Settlement.Failed)
                .map(one -> one.lease().id().value())
                .toList();
        if (failed.isEmpty()) return;
        Causes.Seen seen = new Causes.Seen();
        changes.read(failed, LetterChanges.STATE).forEach((id, letter) -> {
            Settlement settlement = Objects.requireNonNull(byId.get(id));
            if (isHeldUnder(settlement, letter) && settlement.outcome() instanceof Settlement.Failed why)
                seen.add(why.fingerprint(), now);
        });
        causes.seen(seen);
    }

    private static boolean isHeldUnder(Settlement settlement, Document letter) {
        return LetterMapper.isHeld(letter)
                && number(letter, LetterFields.ATTEMPT) == settlement.lease().token();
    }

    private static Decided<SettleResult> settled(Settlement settlement, @Nullable Document letter, Instant now) {
        if (letter == null || !isHeldUnder(settlement, letter))
            return Decided.nothing(new SettleResult.LeaseLost(settlement.lease().id()));
        Settlement.Outcome outcome = settlement.outcome();
        LetterStatus status = LetterStatus.RETRYING.after(outcome.move()).orElseThrow();
        Change change = Leasing.end(new Change())
                .set(LetterFields.STATUS, StatusWords.of(status))
                .set(LetterFields.UPDATED_AT, date(now));
        if (outcome instanceof Settlement.Succeeded done) {
            AttemptDocument.append(change, attempt(letter, settlement, Attempt.Result.SUCCEEDED, null));
            change.set(LetterFields.RESOLUTION, LetterDocument.of(new Resolution(now, done.how(), done.by(), null)));
        } else if (outcome instanceof Settlement.Sent sent) {
            AttemptDocument.append(change, attempt(letter, settlement, Attempt.Result.SENT, null));
            change.set(LetterFields.RECEIPT, sent.receipt());
        } else if (outcome instanceof Settlement.Failed failed) {
            AttemptDocument.append(change, attempt(letter, settlement, Attempt.Result.FAILED, failed.failure()));
            fail(change, failed, now);
        } else if (outcome instanceof Settlement.Released released) {
            change.add(LetterFields.RETRY_COUNT, -1).set(LetterFields.NEXT_RETRY_AT, date(released.at()));
        } else if (outcome instanceof Settlement.PutBack back) {
            change.add(LetterFields.RETRY_COUNT, -1).set(LetterFields.NEXT_RETRY_AT, date(back.dueAt()));
        }
        UUID sequence = status.isOpen() ? null : LetterChanges.leaveSequence(change, letter);
        return Decided.to(new SettleResult.To(settlement.lease().id(), status), change, sequence);
    }

    private static void fail(Change change, Settlement.Failed why, Instant now) {
        LetterDocument.setLastFailure(change, why.failure(), why.fingerprint().id());
        change.set(LetterFields.LAST_FAILED_AT, date(now));
        change.set(LetterFields.NEXT_RETRY_AT, why instanceof Settlement.Retry retry ? date(retry.at()) : null);
    }

    private static Attempt attempt(Document letter, Settlement s, Attempt.Result result, @Nullable Failure failure) {
        return new Attempt(
                number(letter, LetterFields.ATTEMPT),
                time(letter, LetterFields.LOCKED_AT),
                s.took(),
                s.lease().worker(),
                s.strategy(),
                result,
                failure);
    }

    // By news of their consumers

    /** In their order; the same letter may be in it several times. */
    List<Optional<LetterStatus>> recordReturns(List<ReturnedLetter> returned) {
        List<Optional<LetterStatus>> statuses = new ArrayList<>(returned.size());
        int from = 0;
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < returned.size(); i++) {
            if (ids.add(returned.get(i).id().value())) continue;
            statuses.addAll(recordEach(returned.subList(from, i)));
            from = i;
            ids.clear();
            ids.add(returned.get(i).id().value());
        }
        statuses.addAll(recordEach(returned.subList(from, returned.size())));
        return statuses;
    }

    private List<Optional<LetterStatus>> recordEach(List<ReturnedLetter> returned) {
        if (returned.isEmpty()) return List.of();
        Instant now = mongo.now();
        Map<UUID, ReturnedLetter> byId = new HashMap<>();
        returned.forEach(one -> byId.put(one.id().value(), one));
        Causes.Seen seen = new Causes.Seen();
        changes.read(byId.keySet(), LetterChanges.STATE).forEach((id, letter) -> {
            ReturnedLetter news = Objects.requireNonNull(byId.get(id));
            if (isNews(news, letter)) seen.add(news.outcome().fingerprint(), now);
        });
        causes.seen(seen);
        Set<UUID> full = new HashSet<>();
        Map<UUID, Optional<LetterStatus>> statuses =
                changes.change(byId.keySet(), LetterChanges.STATE, (id, letter) -> {
                    if (letter != null && OlderAttempts.isFull(letter)) full.add(id);
                    return recorded(Objects.requireNonNull(byId.get(id)), letter, now);
                });
        full.forEach(olderAttempts::move);
        return returned.stream()
                .map(one -> Objects.requireNonNull(statuses.get(one.id().value())))
                .toList();
    }

    private static boolean isNews(ReturnedLetter news, Document letter) {
        return news.isNewsTo(LetterMapper.status(letter), number(letter, LetterFields.ATTEMPT));
    }

    private static Decided<Optional<LetterStatus>> recorded(
            ReturnedLetter news, @Nullable Document letter, Instant now) {
        if (letter == null || !isNews(news, letter)) return Decided.nothing(Optional.empty());
        ReturnedLetter back = news.of(Message.of("").with(LetterMapper.completeness(letter)));
        LetterStatus before = LetterMapper.status(letter);
        LetterStatus after = before.after(back.move()).orElseThrow();
        Change change = new Change();
        if (before == LetterStatus.RETRYING) AttemptDocument.append(change, sending(letter, now));
        int token = number(letter, LetterFields.ATTEMPT) + 1;
        AttemptDocument.append(
                change, Attempt.cameBack(token, back.failedAt(), back.outcome().failure()));
        Leasing.end(change)
                .set(LetterFields.STATUS, StatusWords.of(after))
                .set(LetterFields.ATTEMPT, token)
                .set(LetterFields.UPDATED_AT, date(now))
                .unset(LetterFields.RESOLUTION, LetterFields.RECEIPT);
        fail(change, back.outcome(), now);
        UUID sequence = before.isOpen() ? null : LetterChanges.enterSequence(change, letter);
        return Decided.to(Optional.of(after), change, sequence);
    }

    /** Its worker has not said so yet, but it must have sent the letter. */
    private static Attempt sending(Document letter, Instant now) {
        Instant started = time(letter, LetterFields.LOCKED_AT);
        return new Attempt(
                number(letter, LetterFields.ATTEMPT),
                started,
                Duration.between(started, now),
                text(letter, LetterFields.LOCKED_BY),
                "unknown",
                Attempt.Result.SENT,
                null);
    }
}
