package dev.redrive.server.causes;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.letter.CauseId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.replays.CauseReplays;
import dev.redrive.server.stats.StatusCountsJson;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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

    /** A list shows trends as far as they come in this time. */
    private static final Duration TIME_FOR_TRENDS = Duration.ofMillis(200);

    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;
    private final CauseTrends trends;
    private final ScopedCauses causes;
    private final CauseTeams teams;
    private final CauseReplays replays;

    CausesApi(
            Letters letters,
            Settings settings,
            Audit audit,
            InstantSource clock,
            CauseTeams teams,
            CauseReplays replays) {
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
        this.trends = new CauseTrends(letters, clock);
        this.causes = new ScopedCauses(letters);
        this.teams = teams;
        this.replays = replays;
    }

    // Looking

    /** Why letters were grouped: they share all of this. */
    record Grouped(String type, List<String> frames, String message) {}

    /**
     * A cause as it is shown.
     *
     * @param team the one that owns its channels
     * @param ignoredUpTo it is open again when more letters than this were captured for it
     * @param ignoredUntilRelease true when it is open again with the next release
     * @param notes what people wrote about it, the newest first; only of a single cause
     * @param count all letters that were captured for it
     * @param open those of them that are open
     * @param failingNow the open letters whose newest failure is of this cause, whatever they were captured for
     * @param failsWith what open letters captured for it fail with now, if not with it; only of a single cause
     * @param capturedFor what open letters that fail with it now were captured for, if not for it
     * @param lastReplay the newest of its letters alone, if it is among the newest replays
     * @param trend letters captured in each of the last 24 hours; left out of long lists
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ShownCause(
            String id,
            String title,
            CauseState state,
            @Nullable String stateBy,
            @Nullable String assignee,
            @Nullable String team,
            @Nullable String link,
            @Nullable Instant ignoredUntil,
            @Nullable Long ignoredUpTo,
            @Nullable Boolean ignoredUntilRelease,
            long count,
            long open,
            long failingNow,
            StatusCountsJson byStatus,
            Instant firstSeen,
            Instant lastSeen,
            @Nullable LastReplay lastReplay,
            @Nullable List<CauseTrends.Hour> trend,
            Grouped grouped,
            @Nullable List<OtherCause> failsWith,
            @Nullable List<OtherCause> capturedFor,
            @Nullable List<CauseNote> notes) {}

    /** Another cause that open letters of this one have, and how many. */
    record OtherCause(String id, String title, long letters) {}

    /** Causes, those with the most open letters first. */
    record ShownCauses(List<ShownCause> items) {}

    @GetMapping
    ShownCauses list(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable List<String> state,
            @RequestParam(required = false) @Nullable String assignee,
            @RequestParam(required = false) @Nullable String limit) {
        Caller caller = Caller.of(request);
        Scope scope = Scope.of(caller);
        Masking masking = Masking.of(settings, caller);
        int most = Parameters.limit(limit, USUAL_LIMIT, Query.MAX_LIMIT);
        Set<CauseState> states = states(state == null ? List.of() : state);
        if (assignee != null && assignee.length() > LetterLimits.NAME)
            throw Problem.badField("assignee", "assignee must not be longer than " + LetterLimits.NAME + " characters");
        String assignedTo = "me".equals(assignee) ? caller.name() : assignee;
        CauseQuery query = new CauseQuery(stored(states), Query.MAX_LIMIT).assignedTo(assignedTo);
        List<Cause> some =
                scope.isAll() ? letters.causes(query) : causes.own(scope, query, Math.min(most, LIMITED_LIMIT));
        List<Cause> found = some.stream()
                .filter(cause -> states.isEmpty() || states.contains(cause.shownState()))
                .limit(most)
                .toList();
        long deadline = System.nanoTime() + TIME_FOR_TRENDS.toNanos();
        List<ShownCause> shown = new ArrayList<>();
        for (Cause cause : found)
            shown.add(shown(
                    caller, masking, cause, System.nanoTime() - deadline < 0 ? trends.of(cause, scope) : null, null));
        return new ShownCauses(shown);
    }

    private static Set<CauseState> states(List<String> words) {
        Set<CauseState> states = EnumSet.noneOf(CauseState.class);
        for (String word : words) if (!word.isBlank()) states.add(state(word.strip()));
        return states;
    }

    /** A cause that came back and of which nothing is open any more is stored as regressed and shown as resolved. */
    private static Set<CauseState> stored(Set<CauseState> shown) {
        if (!shown.contains(CauseState.RESOLVED)) return shown;
        Set<CauseState> stored = EnumSet.copyOf(shown);
        stored.add(CauseState.REGRESSED);
        return stored;
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
        return shown(Caller.of(request), ScopedCauses.causeId(id));
    }

    private ShownCause shown(Caller caller, CauseId id) {
        Scope scope = Scope.of(caller);
        Cause cause = causes.find(scope, id);
        return shown(caller, Masking.of(settings, caller), cause, trends.of(cause, scope), causes.changes(scope, id));
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
            Caller caller,
            Masking masking,
            Cause hidden,
            @Nullable List<CauseTrends.Hour> trend,
            @Nullable List<CauseChange> changes) {
        Cause cause = masking.shown(hidden);
        return new ShownCause(
                cause.id().toString(),
                cause.title(),
                cause.shownState(),
                cause.stateBy(),
                cause.care().assignee(),
                teams.of(Scope.of(caller), cause.id()).map(TeamSettings::name).orElse(null),
                cause.care().link(),
                cause.care().ignored().time(),
                cause.care().ignored().upTo(),
                cause.care().ignored().atRelease() ? true : null,
                cause.counts().total(),
                cause.counts().open(),
                cause.failingNow(),
                StatusCountsJson.of(cause.counts()),
                cause.firstSeen(),
                cause.lastSeen(),
                replays.of(caller, cause.id()).stream()
                        .findFirst()
                        .map(LastReplay::of)
                        .orElse(null),
                trend,
                new Grouped(
                        cause.fingerprint().type(),
                        cause.fingerprint().frames(),
                        cause.fingerprint().message()),
                changes == null ? null : others(masking, changes, cause.id(), CauseChange::failsWith),
                changes == null ? null : others(masking, changes, cause.id(), CauseChange::capturedFor),
                changes == null ? null : CauseNotes.of(letters, cause.id(), masking));
    }

    /** The newest letters that were captured for a cause or fail with it now. */
    record Samples(List<CauseSample> items) {}

    @GetMapping("/{id}/samples")
    Samples samples(
            HttpServletRequest request,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String limit) {
        Caller caller = Caller.of(request);
        Scope scope = Scope.of(caller);
        Masking masking = Masking.of(settings, caller);
        int most = Parameters.limit(limit, USUAL_SAMPLES, Query.MAX_LIMIT);
        Cause cause = causes.find(scope, ScopedCauses.causeId(id));
        Filter filter = scope.limit(Filter.builder().anyCause(cause.id())).build();
        return new Samples(letters.search(Query.newest(filter, most)).items().stream()
                .map(masking::shown)
                .map(CauseSample::of)
                .toList());
    }

    // Deciding

    @PostMapping("/{id}/acknowledge")
    ShownCause acknowledge(HttpServletRequest request, @PathVariable String id) {
        return decide(Caller.of(request), id, CauseState.ACKNOWLEDGED, "cause acknowledge");
    }

    @PostMapping("/{id}/ignore")
    ShownCause ignore(HttpServletRequest request, @PathVariable String id) {
        CauseBody body = CauseBody.ofIgnore(request, clock.instant());
        return decide(Caller.of(request), id, "cause ignore", (cause, by) -> body.ignore(letters, cause, by));
    }

    @PostMapping("/{id}/assign")
    ShownCause assign(HttpServletRequest request, @PathVariable String id) {
        String assignee = CauseBody.ofAssign(request);
        return decide(Caller.of(request), id, "cause assign", (cause, by) -> letters.assign(cause, assignee));
    }

    @PostMapping("/{id}/link")
    ShownCause link(HttpServletRequest request, @PathVariable String id) {
        String url = CauseBody.ofLink(request);
        return decide(Caller.of(request), id, "cause link", (cause, by) -> letters.link(cause, url));
    }

    @PostMapping("/{id}/notes")
    ShownCause note(HttpServletRequest request, @PathVariable String id) {
        String text = CauseBody.ofNote(request);
        return decide(Caller.of(request), id, "cause note", (cause, by) -> CauseNotes.add(letters, cause, text, by));
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
        return decide(caller, text, action, (cause, by) -> letters.decide(cause, state, by));
    }

    private ShownCause decide(Caller caller, String text, String action, CauseChanger decision) {
        Scope scope = Scope.of(caller);
        CauseId id = ScopedCauses.causeId(text);
        var unused = causes.find(scope, id);
        if (causes.isAlsoElsewhere(scope, id))
            throw Problem.forbidden("cause " + id + " also has letters of channels that your token is not for; this"
                    + " needs a token for all of them");
        if (!decision.change(id, caller.name())) throw ScopedCauses.unknown(id.toString());
        audit.record(caller, action, id.toString(), 0);
        return shown(caller, id);
    }
}
