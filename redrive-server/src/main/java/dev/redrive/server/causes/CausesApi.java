package dev.redrive.server.causes;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.stats.StatusCountsJson;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Query;
import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Causes over HTTP. A cause has letters of many channels: a caller with limited channels sees the causes of
 * letters in these, counted in these, and decides only about causes that have no letters elsewhere.
 */
@RestController
@RequestMapping("/dlq/causes")
final class CausesApi {
    private static final int USUAL_LIMIT = 100;
    /** For a caller with limited channels each cause is counted anew. */
    private static final int LIMITED_LIMIT = 50;

    private static final int USUAL_SAMPLES = 10;
    /** So many other causes of its letters are named. */
    private static final int OTHERS = 20;

    private static final LetterStatus[] OPEN =
            Arrays.stream(LetterStatus.values()).filter(LetterStatus::isOpen).toArray(LetterStatus[]::new);
    private static final int CHANNELS_AT_ONCE = 100;

    /** A list shows trends as far as they come in this time. */
    private static final Duration TIME_FOR_TRENDS = Duration.ofMillis(200);

    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final CauseTrends trends;

    CausesApi(Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.trends = new CauseTrends(letters, clock);
    }

    // Looking

    /** Why letters were grouped: they share all of this. */
    record Grouped(String type, List<String> frames, String message) {}

    /**
     * A cause as it is shown.
     *
     * @param count all letters that were captured for it
     * @param open those of them that are open
     * @param failingNow the open letters whose newest failure is of this cause, whatever they were captured for
     * @param failsWith what open letters captured for it fail with now, if not with it; only of a single cause
     * @param capturedFor what open letters that fail with it now were captured for, if not for it
     * @param trend letters captured in each of the last 24 hours; left out of long lists
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ShownCause(
            String id,
            String title,
            CauseState state,
            @Nullable String stateBy,
            long count,
            long open,
            long failingNow,
            StatusCountsJson byStatus,
            Instant firstSeen,
            Instant lastSeen,
            @Nullable List<CauseTrends.Hour> trend,
            Grouped grouped,
            @Nullable List<OtherCause> failsWith,
            @Nullable List<OtherCause> capturedFor) {}

    /** Another cause that open letters of this one have, and how many. */
    record OtherCause(String id, String title, long letters) {}

    /** Causes, those with the most open letters first. */
    record ShownCauses(List<ShownCause> items) {}

    @GetMapping
    ShownCauses list(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable List<String> state,
            @RequestParam(required = false) @Nullable String limit) {
        Caller caller = Caller.of(request);
        Scope scope = Scope.of(caller);
        Masking masking = Masking.of(settings, caller);
        int most = Parameters.limit(limit, USUAL_LIMIT, Query.MAX_LIMIT);
        Set<CauseState> states = states(state == null ? List.of() : state);
        List<Cause> causes = scope.isAll()
                ? letters.causes(new CauseQuery(states, most))
                : own(scope, states, Math.min(most, LIMITED_LIMIT));
        long deadline = System.nanoTime() + TIME_FOR_TRENDS.toNanos();
        List<ShownCause> shown = new ArrayList<>();
        for (Cause cause : causes)
            shown.add(shown(masking, cause, System.nanoTime() - deadline < 0 ? trends.of(cause, scope) : null, null));
        return new ShownCauses(shown);
    }

    /** The biggest causes may all be in other channels, so as many are examined as the store lists. */
    private List<Cause> own(Scope scope, Set<CauseState> states, int most) {
        return letters.causes(new CauseQuery(states, Query.MAX_LIMIT)).stream()
                .filter(cause -> hasLetterIn(scope, cause.id()))
                .limit(most)
                .map(cause -> seenBy(scope, cause))
                .toList();
    }

    private boolean hasLetterIn(Scope channels, CauseId cause) {
        Filter filter = channels.limit(Filter.builder().anyCause(cause)).build();
        return !letters.search(Query.newest(filter, 1)).items().isEmpty();
    }

    private static Set<CauseState> states(List<String> words) {
        Set<CauseState> states = EnumSet.noneOf(CauseState.class);
        for (String word : words) if (!word.isBlank()) states.add(state(word.strip()));
        return states;
    }

    private static CauseState state(String word) {
        try {
            return CauseState.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Problem.badField(
                    "state", "state must be one of " + Arrays.toString(CauseState.values()) + ", not \"" + word + "\"");
        }
    }

    @GetMapping("/{id}")
    ShownCause one(HttpServletRequest request, @PathVariable String id) {
        return shown(Caller.of(request), causeId(id));
    }

    private ShownCause shown(Caller caller, CauseId id) {
        Scope scope = Scope.of(caller);
        Cause cause = find(scope, id);
        return shown(Masking.of(settings, caller), cause, trends.of(cause, scope), changes(scope, id));
    }

    /** Counted anew for a caller with limited channels. */
    private List<CauseChange> changes(Scope scope, CauseId id) {
        List<CauseChange> all = letters.causeChanges(id);
        if (scope.isAll()) return all;
        return all.stream()
                .map(change -> new CauseChange(change.capturedFor(), change.failsWith(), count(scope, change)))
                .filter(change -> change.letters() > 0)
                .toList();
    }

    private long count(Scope scope, CauseChange change) {
        return count(
                scope,
                Filter.builder()
                        .cause(change.capturedFor())
                        .lastCause(change.failsWith())
                        .status(OPEN));
    }

    private List<OtherCause> others(
            Masking masking, List<CauseChange> changes, CauseId of, Function<CauseChange, CauseId> other) {
        return changes.stream()
                .filter(change -> !other.apply(change).equals(of))
                .limit(OTHERS)
                .map(change -> other(masking, other.apply(change), change.letters()))
                .toList();
    }

    private OtherCause other(Masking masking, CauseId id, long count) {
        String title = letters.cause(id).map(masking::shown).map(Cause::title).orElse("");
        return new OtherCause(id.toString(), title, count);
    }

    private ShownCause shown(
            Masking masking,
            Cause hidden,
            @Nullable List<CauseTrends.Hour> trend,
            @Nullable List<CauseChange> changes) {
        Cause cause = masking.shown(hidden);
        return new ShownCause(
                cause.id().toString(),
                cause.title(),
                cause.state(),
                cause.stateBy(),
                cause.counts().total(),
                cause.counts().open(),
                cause.failingNow(),
                StatusCountsJson.of(cause.counts()),
                cause.firstSeen(),
                cause.lastSeen(),
                trend,
                new Grouped(
                        cause.fingerprint().type(),
                        cause.fingerprint().frames(),
                        cause.fingerprint().message()),
                changes == null ? null : others(masking, changes, cause.id(), CauseChange::failsWith),
                changes == null ? null : others(masking, changes, cause.id(), CauseChange::capturedFor));
    }

    /** A letter of a cause, without its payload. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sample(
            String id,
            String eventId,
            String channel,
            LetterStatus status,
            String errorType,
            @Nullable String errorCode,
            String errorMessage,
            Category category,
            String lastErrorType,
            String lastErrorMessage,
            String causeId,
            String lastCauseId,
            int retryCount,
            int maxRetries,
            int payloadSize,
            Instant createdAt,
            Instant lastFailedAt) {}

    /** The newest letters that were captured for a cause or fail with it now. */
    record Samples(List<Sample> items) {}

    @GetMapping("/{id}/samples")
    Samples samples(
            HttpServletRequest request,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String limit) {
        Caller caller = Caller.of(request);
        Scope scope = Scope.of(caller);
        Masking masking = Masking.of(settings, caller);
        int most = Parameters.limit(limit, USUAL_SAMPLES, Query.MAX_LIMIT);
        Cause cause = find(scope, causeId(id));
        Filter filter = scope.limit(Filter.builder().anyCause(cause.id())).build();
        return new Samples(letters.search(Query.newest(filter, most)).items().stream()
                .map(masking::shown)
                .map(CausesApi::sample)
                .toList());
    }

    private static Sample sample(Summary letter) {
        return new Sample(
                letter.id().toString(),
                letter.eventId(),
                letter.channel(),
                letter.state().status(),
                letter.errorType(),
                letter.errorCode(),
                letter.errorMessage(),
                letter.category(),
                letter.lastError().type(),
                letter.lastError().message(),
                letter.cause().toString(),
                letter.lastCause().toString(),
                letter.state().retryCount(),
                letter.state().maxRetries(),
                letter.payloadSize(),
                letter.id().createdAt(),
                letter.state().lastFailedAt());
    }

    // Deciding

    @PostMapping("/{id}/acknowledge")
    ShownCause acknowledge(HttpServletRequest request, @PathVariable String id) {
        return decide(Caller.of(request), id, CauseState.ACKNOWLEDGED, "cause acknowledge");
    }

    @PostMapping("/{id}/ignore")
    ShownCause ignore(HttpServletRequest request, @PathVariable String id) {
        return decide(Caller.of(request), id, CauseState.IGNORED, "cause ignore");
    }

    @PostMapping("/{id}/resolve")
    ShownCause resolve(HttpServletRequest request, @PathVariable String id) {
        return decide(Caller.of(request), id, CauseState.RESOLVED, "cause resolve");
    }

    @PostMapping("/{id}/reopen")
    ShownCause reopen(HttpServletRequest request, @PathVariable String id) {
        return decide(Caller.of(request), id, CauseState.OPEN, "cause reopen");
    }

    private ShownCause decide(Caller caller, String text, CauseState state, String action) {
        Scope scope = Scope.of(caller);
        CauseId id = causeId(text);
        var unused = find(scope, id);
        if (isAlsoElsewhere(scope, id))
            throw Problem.forbidden("cause " + id + " also has letters of channels that your token is not for; this"
                    + " needs a token for all of them");
        if (!letters.decide(id, state, caller.name())) throw unknown(id.toString());
        audit.record(caller, action, id.toString(), 0);
        return shown(caller, id);
    }

    /** Asks for a letter in the other channels, because letters are counted only up to a limit. */
    private boolean isAlsoElsewhere(Scope scope, CauseId id) {
        List<Glob> others = letters.tallies().channels().stream()
                .filter(channel -> !scope.includes(channel))
                .map(Glob::new)
                .toList();
        for (int from = 0; from < others.size(); from += CHANNELS_AT_ONCE) {
            int to = Math.min(from + CHANNELS_AT_ONCE, others.size());
            if (hasLetterIn(new Scope(others.subList(from, to)), id)) return true;
        }
        return false;
    }

    // Finding

    private Cause find(Scope scope, CauseId id) {
        return letters.cause(id)
                .map(cause -> seenBy(scope, cause))
                .filter(cause -> scope.isAll() || hasLetterIn(scope, cause.id()))
                .orElseThrow(() -> unknown(id.toString()));
    }

    /** With the counts of the letters that the caller may see. */
    private Cause seenBy(Scope scope, Cause cause) {
        if (scope.isAll()) return cause;
        Map<LetterStatus, Long> counts = new EnumMap<>(LetterStatus.class);
        cause.counts()
                .byStatus()
                .keySet()
                .forEach(status -> counts.put(
                        status, count(scope, Filter.builder().cause(cause.id()).status(status))));
        StatusCounts own = new StatusCounts(counts);
        long any = count(scope, Filter.builder().anyCause(cause.id()).status(OPEN));
        long now = count(scope, Filter.builder().lastCause(cause.id()).status(OPEN));
        return new Cause(
                cause.fingerprint(),
                cause.state(),
                cause.stateBy(),
                cause.firstSeen(),
                cause.lastSeen(),
                own,
                any - own.open(),
                any - now);
    }

    private long count(Scope scope, FilterBuilder filter) {
        return letters.count(scope.limit(filter).build()).count();
    }

    private static CauseId causeId(String text) {
        try {
            return CauseId.of(text);
        } catch (IllegalArgumentException e) {
            throw unknown(text);
        }
    }

    private static Problem unknown(String id) {
        return Problem.notFound("there is no cause " + id + "; GET /dlq/causes lists those there are");
    }
}
