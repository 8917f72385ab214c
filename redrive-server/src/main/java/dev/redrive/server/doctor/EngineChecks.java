package dev.redrive.server.doctor;

import dev.redrive.Redrive;
import dev.redrive.letter.LetterStatus;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.NameText;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Tallies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks the engine and the access settings. */
final class EngineChecks {
    private static final Duration A_MOMENT = Duration.ofMinutes(1);
    private static final int NAMED = 5;

    private final Redrive redrive;
    private final DeadLetterStore store;
    private final Settings settings;

    EngineChecks(Redrive redrive, DeadLetterStore store, Settings settings) {
        this.redrive = redrive;
        this.store = store;
        this.settings = settings;
    }

    List<HealthCheck> list(Caller caller) {
        List<HealthCheck> checks = new ArrayList<>();
        checks.add(new HealthCheck("engine", "see whether the store works", () -> engine(caller)));
        checks.add(new HealthCheck("channels", "see whether the store works", () -> channels(caller)));
        checks.add(new HealthCheck("access", "", this::access));
        if (seals()) checks.add(new HealthCheck("sealing", "see whether the store works", () -> sealing(caller)));
        return checks;
    }

    private boolean seals() {
        return settings.redaction().seals() || !settings.redaction().keys().isEmpty();
    }

    /** Which keys there are, and whether letters wait for one that is not there. */
    CheckResult sealing(Caller caller) {
        Filter waiting = Filter.builder()
                .status(LetterStatus.MANUAL)
                .lastErrorType(CannotOpen.class.getName())
                .build();
        long letters = store.count(Scope.of(caller).limit(waiting)).count();
        String keys = String.join(", ", settings.redaction().keys().ids());
        if (letters == 0) return CheckResult.ok("sealing", "every letter could be opened; keys: " + keys);
        return CheckResult.warning(
                "sealing",
                NameText.count(letters, "letter was", "letters were")
                        + " not sent because a key is missing or wrong; keys here: " + keys,
                "look at such a letter: its error names the key; add it to redrive.redaction.keys, then retry them");
    }

    private CheckResult engine(Caller caller) {
        Map<String, Long> waiting = waiting(Scope.of(caller).limit(store.tallies()));
        Set<String> served = new TreeSet<>(waiting.keySet());
        Set<String> held = held(caller).stream().map(ChannelHold::channel).collect(Collectors.toSet());
        served.removeIf(channel -> !redrive.serves(channel));
        Map<String, Long> stuck = new TreeMap<>(waiting);
        stuck.keySet().removeAll(served);
        served.removeAll(held);
        stuck.keySet().removeAll(held);
        Optional<Instant> due = served.isEmpty() ? Optional.empty() : store.nextDue(Optional.of(served));
        Duration late =
                due.map(time -> Duration.between(time, store.clock().instant())).orElse(Duration.ZERO);
        if (late.compareTo(allowed()) > 0)
            return CheckResult.warning(
                    "engine",
                    "the oldest letter that is due waits since " + due.orElseThrow(),
                    "look at circuits, rates and conditions of its channel, or add workers (redrive.engine.workers)");
        if (!stuck.isEmpty())
            return CheckResult.warning(
                    "engine",
                    waits(sum(stuck)) + " in channels without a target: " + names(stuck.keySet()),
                    "configure a target for them under redrive.channels, or archive them");
        return CheckResult.ok("engine", waits(sum(waiting)) + ", none for longer than it should");
    }

    private List<ChannelHold> held(Caller caller) {
        return redrive.channels().held().stream()
                .filter(hold -> caller.mayUse(hold.channel()))
                .toList();
    }

    CheckResult channels(Caller caller) {
        List<ChannelHold> held = held(caller);
        if (held.isEmpty()) return CheckResult.ok("channels", "no channel is held");
        Map<String, Long> waiting = waiting(Scope.of(caller).limit(store.tallies()));
        String each = held.stream()
                .limit(NAMED)
                .map(hold -> hold.channel() + " (" + waits(waiting.getOrDefault(hold.channel(), 0L)) + "), "
                        + "held by " + hold.by() + " since " + hold.since())
                .collect(Collectors.joining("; "));
        String more = held.size() <= NAMED ? "" : "; and " + (held.size() - NAMED) + " more";
        return CheckResult.warning(
                "channels",
                "letters of these channels are kept and not sent: " + each + more,
                "when they may go out again, release them with POST /dlq/channels/{name}/release");
    }

    private Duration allowed() {
        Duration twice = settings.engine().poll().multipliedBy(2);
        return twice.compareTo(A_MOMENT) > 0 ? twice : A_MOMENT;
    }

    private static Map<String, Long> waiting(Tallies tallies) {
        Map<String, Long> waiting = new TreeMap<>();
        tallies.byChannel().forEach((channel, counts) -> {
            long pending = counts.of(LetterStatus.PENDING);
            if (pending > 0) waiting.put(channel, pending);
        });
        return waiting;
    }

    private static String waits(long letters) {
        return NameText.count(letters, "letter waits", "letters wait");
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String names(Set<String> channels) {
        String first = String.join(", ", channels.stream().limit(NAMED).toList());
        return channels.size() <= NAMED ? first : first + " and " + (channels.size() - NAMED) + " more";
    }

    private CheckResult access() {
        if (!settings.access().isOpen()) return CheckResult.ok("access", "tokens or sign-in are needed");
        return CheckResult.warning(
                "access",
                "no token is set: local callers have the role admin, remote callers are refused",
                "set REDRIVE_ADMIN_TOKEN, or tokens under redrive.access, before others use this server");
    }
}
