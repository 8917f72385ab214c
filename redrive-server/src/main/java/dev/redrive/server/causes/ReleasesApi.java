package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.CauseId;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Query;
import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Announces releases over HTTP: causes that were ignored until the next one are open again. */
@RestController
final class ReleasesApi {
    private static final int LIMIT = 64 * 1024;
    private static final int MOST_CHANNELS = 100;
    private static final String NAME = "name";
    private static final String CHANNELS = "channels";

    private final Letters letters;
    private final Audit audit;
    private final CauseTeams teams;
    private final ScopedCauses causes;

    ReleasesApi(Letters letters, Audit audit, CauseTeams teams) {
        this.letters = letters;
        this.audit = audit;
        this.teams = teams;
        this.causes = new ScopedCauses(letters);
    }

    /**
     * A release.
     *
     * @param channels whose letters it handles; empty for all
     */
    private record Release(String name, List<Glob> channels) {
        boolean isOf(List<String> names) {
            return channels.isEmpty()
                    || names.stream().anyMatch(name -> channels.stream().anyMatch(glob -> glob.matches(name)));
        }
    }

    /** The causes that are open again. */
    record Released(String name, List<String> reopened) {}

    @PostMapping("/dlq/releases")
    Released release(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        Body.requireJson(request);
        Release release = JsonStreams.read(Body.whole(request, LIMIT), ReleasesApi::read);
        List<String> reopened = new ArrayList<>();
        for (Cause cause : letters.causes(new CauseQuery(Set.of(CauseState.IGNORED), Query.MAX_LIMIT))) {
            boolean isMeant = cause.care().ignored().atRelease()
                    && release.isOf(teams.channels(cause.id()))
                    && mayDecide(Scope.of(caller), cause.id());
            if (isMeant && letters.decide(cause.id(), CauseState.OPEN, caller.name()))
                reopened.add(cause.id().toString());
        }
        audit.record(caller, "release", release.name(), reopened.size());
        return new Released(release.name(), reopened);
    }

    private boolean mayDecide(Scope scope, CauseId cause) {
        return scope.isAll() || !causes.isAlsoElsewhere(scope, cause);
    }

    private static Release read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        String name = null;
        List<Glob> channels = List.of();
        while (in.nextField()) {
            switch (in.name()) {
                case NAME -> name = in.cleanText(NAME, LetterLimits.NAME);
                case CHANNELS -> channels = patterns(in);
                default -> throw FilterWords.unknown(in.name(), List.of(NAME, CHANNELS));
            }
        }
        if (name == null || name.isBlank()) throw Problem.badField(NAME, "say the name of the release, such as 4.2.0");
        return new Release(name.strip(), channels);
    }

    private static List<Glob> patterns(JsonFields in) {
        List<Glob> patterns = new ArrayList<>();
        if (!in.enterArray(CHANNELS)) return patterns;
        while (in.nextElement()) {
            String path = CHANNELS + "[" + patterns.size() + "]";
            @Nullable String pattern = in.text(path, LetterLimits.NAME);
            if (pattern == null || pattern.isEmpty() || patterns.size() >= MOST_CHANNELS)
                throw Problem.badField(
                        path, CHANNELS + " must be at most " + MOST_CHANNELS + " patterns of names of channels");
            patterns.add(new Glob(pattern));
        }
        return patterns;
    }
}
