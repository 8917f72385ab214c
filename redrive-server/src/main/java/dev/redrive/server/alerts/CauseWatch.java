package dev.redrive.server.alerts;

import dev.redrive.Letters;
import dev.redrive.alert.AlertLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds causes that are new or came back, and of these the ones that no node of the cluster has announced yet. */
final class CauseWatch {
    /** Long enough for several messages to be held back, short enough that an old cause is no news after an update. */
    private static final Duration NEW_FOR = Duration.ofHours(1);

    private static final int SAMPLES = 20;

    private final Letters letters;
    private final AlertLog alertLog;
    private final Duration quiet;

    CauseWatch(Letters letters, AlertLog alertLog, Duration quiet) {
        this.letters = letters;
        this.alertLog = alertLog;
        this.quiet = quiet;
    }

    /**
     * The causes that a rule is about now, and those of them that this node has to send.
     *
     * @param trouble what kept this node from asking about the rest; those in {@code toSend} stay its own
     */
    record Seen(List<Cause> causes, List<Cause> toSend, Optional<RuntimeException> trouble) {}

    Seen check(AlertRule rule, Set<String> firing, Instant now) {
        List<Cause> causes = current(rule, firing, now);
        List<Cause> unsent = causes.stream()
                .filter(cause -> !firing.contains(key(rule, cause.id())))
                .toList();
        List<Cause> toSend = new ArrayList<>();
        if (unsent.isEmpty() || !maySend(rule, now)) return new Seen(causes, toSend, Optional.empty());
        try {
            for (Cause cause : unsent) if (isOurs(rule, cause, now)) toSend.add(cause);
            return new Seen(causes, toSend, Optional.empty());
        } catch (RuntimeException e) {
            return new Seen(causes, toSend, Optional.of(e));
        }
    }

    /** Without any to send: while the rule is snoozed, those that are not announced stay so. */
    Seen checkSnoozed(AlertRule rule, Set<String> firing, Instant now) {
        return new Seen(current(rule, firing, now), List.of(), Optional.empty());
    }

    private List<Cause> current(AlertRule rule, Set<String> firing, Instant now) {
        List<Cause> causes = causes(rule, now);
        forgetOld(rule, firing, causes, now);
        return causes;
    }

    private List<Cause> causes(AlertRule rule, Instant now) {
        CauseQuery query = rule.subject() == Subject.NEW_CAUSE
                ? new CauseQuery(Set.of(CauseState.OPEN), now.minus(NEW_FOR), Query.MAX_LIMIT)
                : new CauseQuery(Set.of(CauseState.REGRESSED), Query.MAX_LIMIT);
        return letters.causes(query).stream()
                .filter(cause -> holds(rule, cause, now))
                .filter(cause -> isIn(rule, cause))
                .toList();
    }

    private static boolean holds(AlertRule rule, Cause cause, Instant now) {
        if (rule.subject() == Subject.CAUSE_REGRESSED) return cause.state() == CauseState.REGRESSED;
        return cause.state() == CauseState.OPEN && cause.firstSeen().isAfter(now.minus(NEW_FOR));
    }

    private boolean isIn(AlertRule rule, Cause cause) {
        return rule.channel().isEmpty()
                || letters.samples(cause.id(), SAMPLES).stream()
                        .anyMatch(letter -> rule.channel().get().matches(letter.channel()));
    }

    /** A cause that was resolved can come back once more, and what is not new any more need not be remembered. */
    private void forgetOld(AlertRule rule, Set<String> firing, List<Cause> causes, Instant now) {
        String prefix = AlertKey.causes(rule);
        Set<String> current =
                causes.stream().map(cause -> key(rule, cause.id())).collect(Collectors.toSet());
        for (String key : firing) {
            if (!key.startsWith(prefix) || current.contains(key)) continue;
            CauseId id = CauseId.of(key.substring(prefix.length()));
            boolean still =
                    letters.cause(id).filter(cause -> holds(rule, cause, now)).isPresent();
            if (!still) alertLog.turn(key, false, now, Duration.ZERO);
        }
    }

    /** True once per quiet time in all of the cluster: what comes in between is sent together. */
    private boolean maySend(AlertRule rule, Instant now) {
        String pace = AlertKey.pace(rule);
        boolean may = alertLog.turn(pace, true, now, quiet) == AlertLog.Turn.SEND;
        alertLog.turn(pace, false, now, quiet);
        return may;
    }

    private boolean isOurs(AlertRule rule, Cause cause, Instant now) {
        return alertLog.turn(key(rule, cause.id()), true, now, Duration.ZERO) == AlertLog.Turn.SEND;
    }

    /** Marks causes as undelivered, so that they are sent again. */
    void undelivered(AlertRule rule, List<Cause> sent, Instant now) {
        sent.forEach(cause -> alertLog.turn(key(rule, cause.id()), false, now, Duration.ZERO));
    }

    private static String key(AlertRule rule, CauseId cause) {
        return AlertKey.causes(rule) + cause;
    }
}
