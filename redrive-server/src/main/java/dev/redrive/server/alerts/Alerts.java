package dev.redrive.server.alerts;

import dev.redrive.Letters;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
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
 * Looks at the rules now and then and has people told, on threads of its own. Which node of a cluster tells, and when, is
 * decided in the alert log.
 */
public final class Alerts implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final int MOST_CHANNELS = 100;
    private static final int LOOKED_BACK = 100;

    /** Longer than all tries on a way take, behind some other messages. */
    private static final Duration LONGEST_SENDING = Duration.ofMinutes(10);

    private final AlertSettings settings;
    private final Letters letters;
    private final AlertLog alertLog;
    private final MinuteCounts minutes;
    private final InstantSource clock;
    private final Deliveries deliveries;
    private final CauseWatch causes;
    private final LetterIds ids;
    private final List<Consumer<AlertMessage>> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable ScheduledExecutorService loop;
    private boolean failing;

    Alerts(
            AlertSettings settings,
            Letters letters,
            AlertLog alertLog,
            MinuteCounts minutes,
            InstantSource clock,
            Deliveries deliveries) {
        this.settings = settings;
        this.letters = letters;
        this.alertLog = alertLog;
        this.minutes = minutes;
        this.clock = clock;
        this.deliveries = deliveries;
        this.causes = new CauseWatch(letters, alertLog, settings.quiet());
        this.ids = new LetterIds(clock);
    }

    /** Hears of every message that this node sends, as it is sent; must be quick. */
    public void listen(Consumer<AlertMessage> listener) {
        listeners.add(listener);
    }

    // Looking

    /** What all rules came to, and the messages that followed from it. */
    record Look(List<RuleResult> findings, List<AlertMessage> sent) {}

    synchronized Look look() {
        Instant now = clock.instant();
        Look look = new Look(new ArrayList<>(), new ArrayList<>());
        AlertNumbers readings = new AlertNumbers(letters, minutes, now);
        Set<String> firing =
                alertLog.firing().stream().map(AlertLog.Firing::key).collect(Collectors.toSet());
        takeBackLost(firing, now);
        for (AlertRule rule : settings.rules()) {
            if (isAboutCauses(rule)) lookAtCauses(rule, readings, firing, look, now);
            else lookAtNumbers(rule, readings, firing, look, now);
        }
        return look;
    }

    private static boolean isAboutCauses(AlertRule rule) {
        return rule.subject() == Subject.NEW_CAUSE || rule.subject() == Subject.CAUSE_REGRESSED;
    }

    private void lookAtNumbers(AlertRule rule, AlertNumbers readings, Set<String> firing, Look look, Instant now) {
        for (Optional<String> channel : places(rule, readings, firing)) {
            RuleResult finding = RuleResult.of(rule, channel, readings.of(rule.subject(), channel));
            look.findings().add(finding);
            String key = AlertKey.of(rule, channel);
            if (!finding.holds() && !firing.contains(key)) continue;
            StatusCounts counts = readings.counts(channel);
            switch (alertLog.turn(key, finding.holds(), now, settings.quiet())) {
                case NOTHING -> {}
                case TELL -> {
                    Alert alert = alert(finding, Kind.STARTED, AlertText.started(finding), counts, now);
                    look.sent().add(tell(alert, () -> alertLog.undelivered(key, now)));
                }
                case TELL_ENDED -> {
                    Alert alert = alert(finding, Kind.ENDED, AlertText.ended(finding), counts, now);
                    look.sent().add(tell(alert, () -> {}));
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

    private void lookAtCauses(AlertRule rule, AlertNumbers readings, Set<String> firing, Look look, Instant now) {
        CauseWatch.Seen seen = causes.look(rule, firing, now);
        int count = seen.causes().size();
        RuleResult finding = new RuleResult(rule, Optional.empty(), OptionalDouble.of(count), count > 0);
        look.findings().add(finding);
        if (!seen.toTell().isEmpty()) {
            String text = AlertText.causes(rule, seen.toTell());
            Alert alert = alert(finding, Kind.STARTED, text, readings.counts(Optional.empty()), now);
            look.sent().add(tell(alert, () -> causes.unheard(rule, seen.toTell(), now)));
        }
        if (seen.trouble().isPresent()) throw seen.trouble().get();
    }

    // Telling

    private Alert alert(RuleResult finding, Kind kind, String text, StatusCounts counts, Instant now) {
        AlertRule rule = finding.rule();
        AlertMessage message = new AlertMessage(
                ids.next().toString(),
                rule.name(),
                finding.channel().orElse(null),
                Alert.word(rule.severity()),
                kind,
                text,
                now,
                List.of());
        return new Alert(message, rule.severity(), Optional.of(finding), counts);
    }

    private AlertMessage tell(Alert alert, Runnable ifUnheard) {
        Deliveries.Sending sending = deliveries.deliver(alert);
        var unused = sending.ended().thenRun(() -> {
            if (sending.reachedNobody()) takeBack(alert, ifUnheard);
        });
        tellListeners(alert.message());
        return alert.message();
    }

    private static void takeBack(Alert alert, Runnable mark) {
        try {
            mark.run();
        } catch (RuntimeException e) {
            LOG.warn(
                    "the alert {} reached nobody, and that could not be noted: {}",
                    alert.message().rule(),
                    e.toString());
        }
    }

    /** What a node was sending when it died counts as told; of causes, the message does not say which they were. */
    private void takeBackLost(Set<String> firing, Instant now) {
        if (firing.isEmpty() || ways().isEmpty()) return;
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

    private void tellListeners(AlertMessage message) {
        for (Consumer<AlertMessage> listener : listeners) {
            try {
                listener.accept(message);
            } catch (RuntimeException e) {
                LOG.warn("a listener failed on the alert {}", message.rule(), e);
            }
        }
    }

    /** Sends a message that means nothing on every way. */
    Deliveries.Sending test(String by) {
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

    List<String> ways() {
        return deliveries.ways();
    }

    /** A rule whose condition holds. */
    record FiringRule(String rule, @Nullable String channel, String severity, Instant since) {}

    List<FiringRule> firing() {
        List<FiringRule> found = new ArrayList<>();
        for (AlertLog.Firing firing : alertLog.firing()) {
            settings.rules().forEach(rule -> asFiring(rule, firing).ifPresent(found::add));
        }
        return found;
    }

    private static Optional<FiringRule> asFiring(AlertRule rule, AlertLog.Firing firing) {
        String key = firing.key();
        String inChannels = AlertKey.inChannels(rule);
        String channel = key.startsWith(inChannels) ? key.substring(inChannels.length()) : null;
        if (channel == null && !key.equals(AlertKey.of(rule, Optional.empty()))) return Optional.empty();
        return Optional.of(new FiringRule(rule.name(), channel, Alert.word(rule.severity()), firing.since()));
    }

    // Living

    @Override
    public void start() {
        if (loop != null) return;
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(Deliveries.threads("look"));
        long every = settings.every().toMillis();
        var unused = started.scheduleWithFixedDelay(this::lookAgain, every, every, TimeUnit.MILLISECONDS);
        loop = started;
    }

    /** A look that fails is followed by the next one; of a store that is away, others speak loudly enough. */
    private void lookAgain() {
        try {
            look();
            failing = false;
        } catch (Throwable e) {
            boolean isLoud = !failing && !(e instanceof StoreUnavailable);
            if (isLoud) LOG.warn("alert rules cannot be looked at now, and will be again: {}", e.toString());
            failing = true;
        }
    }

    /** Does not wait for a look that may be waiting for a store. */
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
