package dev.redrive.server.alerts;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.RetentionRuns;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.cause.Cause;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Checks the rules periodically and sends alerts, on threads of its own. Which node of a cluster sends one, and when, is
 * decided in the alert log.
 */
public final class Alerts implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final int MOST_CHANNELS = 100;
    private static final int LOOKED_BACK = 100;

    /** Longer than all tries of a notifier take, behind some other messages. */
    private static final Duration LONGEST_SENDING = Duration.ofMinutes(10);

    private final AlertSettings settings;
    private final Letters letters;
    private final RetentionRuns retention;
    private final AlertLog alertLog;
    private final MinuteCounts minutes;
    private final InstantSource clock;
    private final Deliveries deliveries;
    private final CauseTeams teams;
    private final CauseWatch causes;
    private final LetterIds ids;
    private final List<Consumer<AlertMessage>> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable ScheduledExecutorService loop;
    private boolean failing;

    Alerts(
            AlertSettings settings,
            Redrive redrive,
            AlertLog alertLog,
            MinuteCounts minutes,
            InstantSource clock,
            Deliveries deliveries,
            CauseTeams teams) {
        this.settings = settings;
        this.letters = redrive.letters();
        this.retention = redrive.retention();
        this.alertLog = alertLog;
        this.minutes = minutes;
        this.clock = clock;
        this.deliveries = deliveries;
        this.teams = teams;
        this.causes = new CauseWatch(letters, alertLog, settings.quiet());
        this.ids = new LetterIds(clock);
    }

    /** The listener is called with every message that this node sends, as it is sent; it must be quick. */
    public void listen(Consumer<AlertMessage> listener) {
        listeners.add(listener);
    }

    // Checking

    /** What all rules came to, and the messages that followed from it. */
    record Check(List<RuleResult> results, List<AlertMessage> sent) {}

    synchronized Check check() {
        Instant now = clock.instant();
        Check check = new Check(new ArrayList<>(), new ArrayList<>());
        AlertNumbers readings = new AlertNumbers(letters, retention, minutes, now);
        Set<String> firing =
                alertLog.firing().stream().map(AlertLog.Firing::key).collect(Collectors.toSet());
        Known known = new Known(readings, firing, snoozed(now), now);
        markLost(firing, now);
        for (AlertRule rule : settings.rules()) {
            if (isAboutCauses(rule)) checkCauses(rule, known, check);
            else checkNumbers(rule, known, check);
        }
        return check;
    }

    /** What a check begins with. */
    private record Known(AlertNumbers readings, Set<String> firing, List<SnoozedRule> snoozed, Instant now) {
        boolean isSnoozed(AlertRule rule, Optional<String> channel) {
            return snoozed.stream().anyMatch(snooze -> snooze.covers(rule.name(), channel.orElse(null)));
        }
    }

    static boolean isAboutCauses(AlertRule rule) {
        return rule.subject() == Subject.NEW_CAUSE || rule.subject() == Subject.CAUSE_REGRESSED;
    }

    private void checkNumbers(AlertRule rule, Known known, Check check) {
        Instant now = known.now();
        for (Optional<String> channel : places(rule, known.readings(), known.firing())) {
            RuleResult result = RuleResult.of(rule, channel, known.readings().of(rule.subject(), channel));
            check.results().add(result);
            String key = AlertKey.of(rule, channel);
            if (!result.holds() && !known.firing().contains(key)) continue;
            if (known.isSnoozed(rule, channel)) {
                alertLog.snoozedTurn(key, result.holds(), now);
                continue;
            }
            StatusCounts counts = known.readings().counts(channel);
            switch (alertLog.turn(key, result.holds(), now, settings.quiet())) {
                case NOTHING -> {}
                case SEND -> {
                    Alert alert = alert(result, Kind.STARTED, AlertText.started(result), counts, now);
                    check.sent().add(send(alert, () -> alertLog.undelivered(key, now)));
                }
                case SEND_ENDED -> {
                    Alert alert = alert(result, Kind.ENDED, AlertText.ended(result), counts, now);
                    check.sent().add(send(alert, () -> {}));
                }
            }
        }
    }

    /** Everywhere together, or the channels a rule names: those that fire, because they have to end, then the fullest. */
    private static List<Optional<String>> places(AlertRule rule, AlertNumbers readings, Set<String> firing) {
        if (rule.channel().isEmpty()) return List.of(Optional.empty());
        String prefix = AlertKey.inChannels(rule);
        Stream<String> known =
                firing.stream().filter(key -> key.startsWith(prefix)).map(key -> key.substring(prefix.length()));
        Stream<String> named =
                rule.channel().stream().filter(glob -> glob.isLiteral()).map(glob -> glob.pattern());
        Stream<String> fullest = readings.channels().stream()
                .filter(rule.channel().get()::matches)
                .sorted(Comparator.comparingLong((String name) ->
                                readings.counts(Optional.of(name)).open())
                        .reversed());
        return Stream.of(known, named, fullest)
                .flatMap(names -> names)
                .distinct()
                .limit(MOST_CHANNELS)
                .map(Optional::of)
                .toList();
    }

    private void checkCauses(AlertRule rule, Known known, Check check) {
        Instant now = known.now();
        CauseWatch.Seen seen = known.isSnoozed(rule, Optional.empty())
                ? causes.checkSnoozed(rule, known.firing(), now)
                : causes.check(rule, known.firing(), now);
        int count = seen.causes().size();
        RuleResult result = new RuleResult(rule, Optional.empty(), OptionalDouble.of(count), count > 0);
        check.results().add(result);
        byTeam(seen.toSend()).forEach((team, some) -> {
            String text = AlertText.causes(rule, some);
            Alert alert = alert(result, Kind.STARTED, text, known.readings().counts(Optional.empty()), now);
            check.sent().add(send(alert, team, () -> causes.undelivered(rule, some, now)));
        });
        if (seen.trouble().isPresent()) throw seen.trouble().get();
    }

    /** A message for each team that has notifiers of its own, and one for all others, under an empty name. */
    private Map<String, List<Cause>> byTeam(List<Cause> some) {
        Map<String, List<Cause>> found = new TreeMap<>();
        for (Cause cause : some)
            found.computeIfAbsent(notified(team(cause)), team -> new ArrayList<>())
                    .add(cause);
        return found;
    }

    /** This node has said that it sends the message, so it is sent, to all others when the team cannot be found out. */
    private Optional<TeamSettings> team(Cause cause) {
        try {
            return teams.of(cause.id());
        } catch (StoreException e) {
            LOG.warn("the team of the cause {} could not be found out: {}", cause.id(), e.toString());
            return Optional.empty();
        }
    }

    private String notified(Optional<TeamSettings> team) {
        return team.map(TeamSettings::name).filter(deliveries::isNotified).orElse("");
    }

    // Sending

    private Alert alert(RuleResult result, Kind kind, String text, StatusCounts counts, Instant now) {
        AlertRule rule = result.rule();
        AlertMessage message = new AlertMessage(
                ids.next().toString(),
                rule.name(),
                result.channel().orElse(null),
                Alert.word(rule.severity()),
                kind,
                text,
                now,
                List.of());
        return new Alert(message, rule.severity(), Optional.of(result), counts);
    }

    /** About a channel to the team that owns it, if that has notifiers of its own. */
    private AlertMessage send(Alert alert, Runnable ifUndelivered) {
        String channel = alert.message().channel();
        return send(alert, channel == null ? "" : notified(teams.teams().of(channel)), ifUndelivered);
    }

    private AlertMessage send(Alert alert, String team, Runnable ifUndelivered) {
        Deliveries.Delivery delivery = deliveries.deliver(alert, team);
        var unused = delivery.ended().thenRun(() -> {
            if (delivery.undelivered()) markUndelivered(alert, ifUndelivered);
        });
        notifyListeners(alert.message());
        return alert.message();
    }

    private static void markUndelivered(Alert alert, Runnable mark) {
        try {
            mark.run();
        } catch (RuntimeException e) {
            LOG.warn(
                    "the alert {} was not delivered, and could not be marked to be sent again: {}",
                    alert.message().rule(),
                    e.toString());
        }
    }

    /** Marks alerts as undelivered whose node died while sending; messages about causes do not name them, so these stay lost. */
    private void markLost(Set<String> firing, Instant now) {
        if (firing.isEmpty() || notifierNames().isEmpty()) return;
        Set<String> newer = new HashSet<>();
        for (AlertMessage message : alertLog.messages(LOOKED_BACK, Optional.empty())) {
            if (message.kind() != Kind.STARTED) continue;
            boolean lost = message.at().isBefore(now.minus(LONGEST_SENDING))
                    && message.deliveries().stream().noneMatch(AlertMessage.Delivery::delivered);
            for (AlertRule rule : settings.rules()) {
                String key = AlertKey.of(rule, Optional.ofNullable(message.channel()));
                boolean meant = rule.name().equals(message.rule()) && firing.contains(key);
                if (meant && newer.add(key) && lost) alertLog.undelivered(key, message.at());
            }
        }
    }

    private void notifyListeners(AlertMessage message) {
        for (Consumer<AlertMessage> listener : listeners) {
            try {
                listener.accept(message);
            } catch (RuntimeException e) {
                LOG.warn("a listener failed on the alert {}", message.rule(), e);
            }
        }
    }

    /** Sends a test message with every notifier. */
    Deliveries.Delivery test(String by) {
        AlertMessage message = new AlertMessage(
                ids.next().toString(),
                "test",
                null,
                Alert.word(Severity.INFO),
                Kind.TEST,
                "this is a test that " + by + " asked for; nothing is wrong",
                clock.instant(),
                List.of());
        return deliveries.deliverOnce(new Alert(
                message, Severity.INFO, Optional.empty(), letters.tallies().byStatus()));
    }

    List<AlertRule> rules() {
        return settings.rules();
    }

    List<String> notifierNames() {
        return deliveries.notifierNames();
    }

    /** The rules that are snoozed now, those that fire and those that do not. */
    List<SnoozedRule> snoozed() {
        return snoozed(clock.instant());
    }

    private List<SnoozedRule> snoozed(Instant now) {
        return SnoozedRule.all(settings.rules(), alertLog, now);
    }

    // Lifecycle

    @Override
    public void start() {
        if (loop != null) return;
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(Deliveries.threads("check"));
        long every = settings.every().toMillis();
        var unused = started.scheduleWithFixedDelay(this::checkAgain, every, every, TimeUnit.MILLISECONDS);
        loop = started;
    }

    /** A check that fails is followed by the next one; an unavailable store is logged elsewhere. */
    private void checkAgain() {
        try {
            check();
            failing = false;
        } catch (Throwable e) {
            boolean isLoud = !failing && !(e instanceof StoreUnavailable);
            if (isLoud) LOG.warn("alert rules could not be checked, and will be again: {}", e.toString());
            failing = true;
        }
    }

    /** Does not wait for a check that may be waiting for a store. */
    @Override
    public void stop() {
        ScheduledExecutorService running = loop;
        loop = null;
        if (running != null) running.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }
}
