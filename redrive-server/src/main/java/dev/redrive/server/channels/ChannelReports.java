package dev.redrive.server.channels;

import dev.redrive.Channels;
import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.engine.TargetState;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.nodes.NodeReports;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.server.teams.Teams;
import dev.redrive.server.web.Problem;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/** Finds out how channels flow, within those of the caller. */
@Component
final class ChannelReports {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Letters letters;
    private final Channels channels;
    private final MinuteCounts minutes;
    private final TargetHealth health;
    private final KafkaReports kafka;
    private final NodeReports nodes;
    private final InstantSource clock;
    private final ChannelPolicies policies;
    private final Teams teams;

    ChannelReports(
            Redrive redrive,
            Settings settings,
            MinuteCounts minutes,
            TargetHealth health,
            KafkaReports kafka,
            NodeReports nodes,
            InstantSource clock) {
        this.letters = redrive.letters();
        this.channels = redrive.channels();
        this.minutes = minutes;
        this.health = health;
        this.kafka = kafka;
        this.nodes = nodes;
        this.clock = clock;
        this.teams = new Teams(settings.teams());
        this.policies = new ChannelPolicies(letters, settings.policies());
    }

    /**
     * Some channels, those with the most open letters first.
     *
     * @param total how many there are
     * @param withOpen how many of them have open letters
     */
    record Listed(List<ChannelSummary> items, int total, int withOpen) {}

    /** Those whose name matches. Each that is shown is one question to the store, so there is a limit to them. */
    Listed list(Caller caller, Glob wanted, int most) {
        Scope scope = Scope.of(caller);
        Map<String, ChannelHold> held = new HashMap<>();
        channels.held().stream()
                .filter(hold -> scope.includes(hold.channel()))
                .forEach(hold -> held.put(hold.channel(), hold));
        Map<String, StatusCounts> known =
                new TreeMap<>(scope.limit(letters.tallies()).byChannel());
        held.keySet().forEach(name -> known.putIfAbsent(name, StatusCounts.none()));
        known.keySet().removeIf(name -> !wanted.matches(name));
        List<ChannelSummary> shown = known.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> one) ->
                                -one.getValue().open())
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(one -> summary(one.getKey(), one.getValue(), Optional.ofNullable(held.get(one.getKey()))))
                .toList();
        int withOpen = (int)
                known.values().stream().filter(counts -> counts.open() > 0).count();
        return new Listed(shown, known.size(), withOpen);
    }

    private ChannelSummary summary(String name, StatusCounts counts, Optional<ChannelHold> hold) {
        return new ChannelSummary(
                name,
                counts,
                lastHour(name),
                hold,
                channels.target(name),
                teams.of(name).map(TeamSettings::name));
    }

    /** One without letters, hold and target does not exist. */
    ChannelReport find(Caller caller, String name) {
        Tallies tallies = of(name);
        ChannelSummary summary = summary(name, tallies.byStatus(), held(name));
        if (tallies.list().isEmpty()
                && summary.hold().isEmpty()
                && summary.target().isEmpty())
            throw Problem.notFound("there is no channel " + name
                    + ": no letter was captured in it, it is not held and has no target; GET /dlq/channels lists those"
                    + " there are");
        List<KafkaReport.Topic> topics = kafka.of(caller).topics().stream()
                .filter(topic -> name.equals(topic.sourceTopic()))
                .toList();
        return new ChannelReport(
                summary,
                oldest(name, summary.counts()),
                channels.queue(name),
                summary.target().map(TargetState::name).flatMap(health::trouble),
                summary.target()
                        .map(target -> nodes.circuitsElsewhere(target.name()))
                        .orElse(List.of()),
                policies.of(name, tallies),
                topics);
    }

    /** The name of a channel that the caller may use. */
    static String name(Caller caller, String text) {
        if (text.isBlank() || text.length() > LetterLimits.NAME)
            throw Problem.badField(
                    "name", "name must be the name of a channel, with at most " + LetterLimits.NAME + " characters");
        String name = CleanText.text(text);
        if (!caller.mayUse(name))
            throw Problem.forbidden("you are limited to other channels than " + name)
                    .with("channel", name);
        return name;
    }

    private Tallies of(String channel) {
        return new Tallies(letters.tallies().list().stream()
                .filter(tally -> tally.channel().equals(channel))
                .toList());
    }

    private Optional<ChannelHold> held(String channel) {
        return channels.held().stream()
                .filter(hold -> hold.channel().equals(channel))
                .findFirst();
    }

    private HourCounts lastHour(String channel) {
        Instant end = clock.instant().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        return new HourCounts(minutes.sums(end.minus(HOUR), end, HOUR, Optional.of(channel)));
    }

    /** When the oldest open letter was captured. Status by status, because each has an index by age. */
    private Optional<Instant> oldest(String channel, StatusCounts counts) {
        return Arrays.stream(LetterStatus.values())
                .filter(status -> status.isOpen() && counts.of(status) > 0)
                .flatMap(status -> letters
                        .search(Query.newest(
                                        Filter.builder()
                                                .channel(channel)
                                                .status(status)
                                                .build(),
                                        1)
                                .sorted(Query.Sort.CREATED_AT, Query.Direction.ASC))
                        .items()
                        .stream())
                .map(letter -> letter.id().createdAt())
                .min(Comparator.naturalOrder());
    }
}
