package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code /actuator/dlq}: counts, causes and the newest letters, and commands on one of them. Shows no
 * payloads.
 */
@WebEndpoint(id = "dlq")
final class DlqEndpoint {
    private static final int CAUSES = 20;
    private static final int NEWEST = 20;
    private static final int CONFLICT = 409;
    private static final String BY = "actuator";

    private final Letters letters;

    DlqEndpoint(Letters letters) {
        this.letters = letters;
    }

    // Queries

    /** The counts, causes and newest letters. */
    record Overview(
            long open,
            Map<LetterStatus, Long> byStatus,
            Map<String, Long> openByChannel,
            Map<Category, Long> openByCategory,
            List<CauseLine> causes,
            List<LetterLine> newest) {}

    /** Failures with one reason. */
    record CauseLine(
            String id, String title, String state, long open, long failingNow, Instant firstSeen, Instant lastSeen) {}

    /** One letter. */
    record LetterLine(
            String id,
            String channel,
            LetterStatus status,
            String errorType,
            String errorMessage,
            Category category,
            String lastErrorType,
            String lastErrorMessage,
            int retryCount,
            @Nullable Instant nextRetryAt,
            Instant createdAt) {}

    @ReadOperation
    Overview overview() {
        Tallies tallies = letters.tallies();
        return new Overview(
                tallies.byStatus().open(),
                new TreeMap<>(tallies.byStatus().byStatus()),
                open(tallies.byChannel()),
                open(tallies.byCategory()),
                letters.causes(CauseQuery.top(CAUSES)).stream()
                        .map(DlqEndpoint::line)
                        .toList(),
                letters.search(Query.newest(Filter.builder().build(), NEWEST)).items().stream()
                        .map(DlqEndpoint::line)
                        .toList());
    }

    private static <K extends Comparable<K>> Map<K, Long> open(Map<K, StatusCounts> counts) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue().open() > 0)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().open(), Long::sum, TreeMap::new));
    }

    private static CauseLine line(Cause cause) {
        return new CauseLine(
                cause.id().toString(),
                cause.title(),
                cause.state().name(),
                cause.counts().open(),
                cause.failingNow(),
                cause.firstSeen(),
                cause.lastSeen());
    }

    private static LetterLine line(Summary letter) {
        return new LetterLine(
                letter.id().toString(),
                letter.channel(),
                letter.state().status(),
                letter.errorType(),
                letter.errorMessage(),
                letter.category(),
                letter.lastError().type(),
                letter.lastError().message(),
                letter.state().retryCount(),
                letter.state().nextRetryAt(),
                letter.id().createdAt());
    }

    // Commands

    /** The result of a command. */
    record Answer(@Nullable LetterStatus status, String detail) {}

    /** {@code POST /actuator/dlq/{id}/retry}, {@code …/reset} or {@code …/archive}. */
    @WriteOperation
    WebEndpointResponse<Answer> act(@Selector String id, @Selector String action, @Nullable String notes) {
        return done(id, action, notes);
    }

    /** The same without a body: an operation that could have one would require its content type. */
    @WriteOperation
    WebEndpointResponse<Answer> act(@Selector String id, @Selector String action) {
        return done(id, action, null);
    }

    private WebEndpointResponse<Answer> done(String id, String action, @Nullable String notes) {
        Optional<LetterId> letter = letterId(id);
        if (letter.isEmpty()) return no(WebEndpointResponse.STATUS_NOT_FOUND, "there is no letter " + id);
        return switch (action) {
            case "retry" -> retry(letter.get());
            case "reset" -> moved(letter.get(), ManualMove.reset(BY));
            case "archive" -> moved(letter.get(), ManualMove.archive(BY, notes));
            default ->
                no(
                        WebEndpointResponse.STATUS_BAD_REQUEST,
                        action + " is not known; a letter takes retry, reset or archive");
        };
    }

    private static Optional<LetterId> letterId(String text) {
        try {
            return Optional.of(LetterId.of(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private WebEndpointResponse<Answer> retry(LetterId id) {
        RetryResult result = letters.retry(id, BY);
        if (result instanceof RetryResult.Tried tried)
            return yes(tried.status(), "the letter was tried and is " + tried.status());
        if (result instanceof RetryResult.NoHandler none)
            return no(CONFLICT, "no @RedriveHandler takes letters of " + none.channel());
        if (result instanceof RetryResult.Busy busy)
            return no(CONFLICT, "the handler of " + busy.target() + " has its maximum of letters in flight");
        if (result instanceof RetryResult.NotNow notNow) return no(CONFLICT, "not tried: " + notNow.why());
        if (result instanceof RetryResult.NotTried notTried) return notTried(notTried.why());
        return no(CONFLICT, "the retry outlasted its lease, and another worker may have taken the letter");
    }

    private static WebEndpointResponse<Answer> notTried(ClaimResult why) {
        if (why instanceof ClaimResult.NotAllowed found) return notAllowed(found.from(), found.leasedUntil());
        if (why instanceof ClaimResult.NotWhole not)
            return no(CONFLICT, not.why().explanation());
        if (why instanceof ClaimResult.Blocked blocked)
            return no(CONFLICT, "the letter waits behind " + blocked.by() + " of its sequence");
        return no(WebEndpointResponse.STATUS_NOT_FOUND, "there is no such letter");
    }

    private WebEndpointResponse<Answer> moved(LetterId id, ManualMove command) {
        MoveResult moved = letters.move(id, command);
        if (moved instanceof MoveResult.To to)
            return yes(to.to(), "the letter was " + to.from() + " and is " + to.to());
        if (moved instanceof MoveResult.NotAllowed found) return notAllowed(found.from(), found.leasedUntil());
        if (moved instanceof MoveResult.NotWhole not)
            return no(CONFLICT, not.why().explanation());
        return no(WebEndpointResponse.STATUS_NOT_FOUND, "there is no letter " + id);
    }

    private static WebEndpointResponse<Answer> notAllowed(LetterStatus from, @Nullable Instant leasedUntil) {
        String until = leasedUntil == null ? "" : " until " + leasedUntil;
        return new WebEndpointResponse<>(
                new Answer(from, "the letter is " + from + until + ", which does not allow it"), CONFLICT);
    }

    private static WebEndpointResponse<Answer> yes(LetterStatus status, String detail) {
        return new WebEndpointResponse<>(new Answer(status, detail));
    }

    private static WebEndpointResponse<Answer> no(int status, String detail) {
        return new WebEndpointResponse<>(new Answer(null, detail), status);
    }
}
