package dev.redrive.server.channels;

import dev.redrive.Channels;
import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.engine.TargetState;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Channels over HTTP. A name stands in the path, or behind {@code ?name=} when it has a slash or is {@code versions}: that path is the
 * one of a letter.
 */
@RestController
final class ChannelsApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String NAMED = "/dlq/channels/{name:(?!versions$).+}";
    private static final int USUAL_LIMIT = 100;
    private static final int MOST = 100;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Letters letters;
    private final Channels channels;
    private final Settings settings;
    private final MinuteCounts minutes;
    private final TargetHealth health;
    private final KafkaReports kafka;
    private final Audit audit;
    private final InstantSource clock;
    private final ChannelPolicies policies;
    private final RedactionGate gate;

    ChannelsApi(
            Redrive redrive,
            Settings settings,
            MinuteCounts minutes,
            TargetHealth health,
            KafkaReports kafka,
            Audit audit,
            InstantSource clock) {
        this.letters = redrive.letters();
        this.channels = redrive.channels();
        this.settings = settings;
        this.minutes = minutes;
        this.health = health;
        this.kafka = kafka;
        this.audit = audit;
        this.clock = clock;
        this.gate = new RedactionGate(settings.redaction());
        this.policies = new ChannelPolicies(letters, settings.policies());
    }

    // Looking

    /** Those with the most open letters first. Each is one question to the store, so there is a limit to them. */
    @GetMapping(path = "/dlq/channels", params = "!name", produces = JSON)
    void list(
            HttpServletRequest request,
            HttpServletResponse response,
            @RequestParam(required = false) @Nullable String limit)
            throws IOException {
        int most = Parameters.limit(limit, USUAL_LIMIT, MOST);
        Caller caller = Caller.of(request);
        Scope scope = Scope.of(caller);
        Map<String, ChannelHold> held = new HashMap<>();
        channels.held().stream()
                .filter(hold -> scope.includes(hold.channel()))
                .forEach(hold -> held.put(hold.channel(), hold));
        Map<String, StatusCounts> known =
                new TreeMap<>(scope.limit(letters.tallies()).byChannel());
        held.keySet().forEach(name -> known.putIfAbsent(name, StatusCounts.none()));
        List<Map.Entry<String, StatusCounts>> shown = known.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> one) ->
                                -one.getValue().open())
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .toList();
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            ChannelJson json = new ChannelJson(out, Masking.of(settings, caller));
            out.startObject();
            out.startArray("items");
            for (Map.Entry<String, StatusCounts> one : shown) {
                out.startObject();
                json.fields(one.getKey(), one.getValue(), lastHour(one.getKey()));
                json.hold(Optional.ofNullable(held.get(one.getKey())));
                json.target(one.getKey(), channels.target(one.getKey()), null);
                out.endObject();
            }
            out.endArray();
            out.number("total", known.size());
            out.endObject();
        });
    }

    @GetMapping(path = "/dlq/channels", params = "name", produces = JSON)
    void showNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        show(name, request, response);
    }

    @GetMapping(path = NAMED, produces = JSON)
    void show(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        String name = name(caller, text);
        Tallies tallies = of(name);
        Optional<ChannelHold> hold = held(name);
        Optional<TargetState> target = channels.target(name);
        if (tallies.list().isEmpty() && hold.isEmpty() && target.isEmpty())
            throw Problem.notFound("there is no channel " + name
                    + ": no letter was captured in it, it is not held and has no target; GET /dlq/channels lists those"
                    + " there are");
        @Nullable
        String trouble = target.flatMap(state -> health.trouble(state.name())).orElse(null);
        List<KafkaReport.Topic> topics = kafka.of(caller).topics().stream()
                .filter(topic -> name.equals(topic.sourceTopic()))
                .toList();
        List<ChannelPolicies.InForce> inForce = policies.of(name, tallies);
        StatusCounts counts = tallies.byStatus();
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            ChannelJson json = new ChannelJson(out, Masking.of(settings, caller));
            out.startObject();
            json.fields(name, counts, lastHour(name));
            out.time("oldestAt", oldest(name, counts).orElse(null));
            json.queue(channels.queue(name));
            json.hold(hold);
            json.target(name, target, trouble);
            json.policies(inForce);
            json.kafka(topics);
            out.endObject();
        });
    }

    private static String name(Caller caller, String text) {
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

    private List<StepSum> lastHour(String channel) {
        Instant end = clock.instant().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        return minutes.sums(end.minus(HOUR), end, HOUR, Optional.of(channel));
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

    // Holding and releasing

    @PostMapping(path = "/dlq/channels/hold", produces = JSON)
    void holdNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        hold(name, request, response);
    }

    @PostMapping(path = "/dlq/channels/{name}/hold", produces = JSON)
    void hold(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        String name = name(caller, text);
        ChannelBody body = ChannelBody.of(request);
        if (channels.held().size() >= ChannelHolds.MOST)
            throw Problem.conflict(ChannelHolds.MOST + " channels are held already; release some first");
        ChannelHold wanted = new ChannelHold(name, caller.name(), body.reason(), clock.instant());
        ChannelHold held = channels.hold(wanted);
        boolean isNew = held.since().equals(wanted.since()) && held.by().equals(wanted.by());
        if (isNew) audit.record(caller, "channel.hold", subject(name, held.reason()), 0);
        JsonStreams.answer(
                response,
                isNew ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK,
                out -> new ChannelJson(out, Masking.nothing()).hold(held));
    }

    @PostMapping(path = "/dlq/channels/release", produces = JSON)
    void releaseNamed(@RequestParam("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        release(name, request, response);
    }

    @PostMapping(path = "/dlq/channels/{name}/release", produces = JSON)
    void release(@PathVariable("name") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        String name = name(caller, text);
        ChannelBody body = ChannelBody.of(request);
        ChannelHold released = channels.release(name, caller.name())
                .orElseThrow(() -> Problem.notFound("the channel " + name + " is not held"));
        String reason = body.reason() == null ? null : gate.text(body.reason());
        audit.record(caller, "channel.release", subject(name, reason), 0);
        JsonStreams.answer(
                response, HttpServletResponse.SC_OK, out -> new ChannelJson(out, Masking.nothing()).hold(released));
    }

    private static String subject(String channel, @Nullable String reason) {
        return reason == null ? channel : channel + ": " + reason;
    }
}
