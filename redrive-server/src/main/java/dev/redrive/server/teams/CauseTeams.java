package dev.redrive.server.teams;

import dev.redrive.Letters;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Summary;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.stats.RecentAnswers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The channels of causes, as their newest letters say, and the teams that own these. Remembered for half a minute. */
@Component
public final class CauseTeams {
    private static final int SAMPLES = 20;
    private static final int REMEMBERED = 2000;
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final Letters letters;
    private final Teams teams;
    private final RecentAnswers<CauseId, List<String>> channels;

    public CauseTeams(Letters letters, Settings settings, InstantSource clock) {
        this.letters = letters;
        this.teams = new Teams(settings.teams());
        this.channels = new RecentAnswers<>(clock, FRESH, REMEMBERED);
    }

    public Teams teams() {
        return teams;
    }

    public List<String> channels(CauseId cause) {
        return channels.get(
                cause,
                () -> letters.samples(cause, SAMPLES).stream()
                        .map(Summary::channel)
                        .distinct()
                        .toList());
    }

    public Optional<TeamSettings> of(CauseId cause) {
        return of(Scope.all(), cause);
    }

    /** As far as its channels are among these. Without teams nothing is asked. */
    public Optional<TeamSettings> of(Scope scope, CauseId cause) {
        if (teams.list().isEmpty()) return Optional.empty();
        return teams.of(channels(cause).stream().filter(scope::includes).toList());
    }
}
