package dev.redrive.server.alerts;

import dev.redrive.server.access.Masking;
import java.time.Instant;
import java.util.Optional;

/**
 * An alert rule whose condition holds.
 *
 * @param text what is true now, in a sentence
 * @param value the number in the sentence; empty when too little happened to say
 * @param whenFired what the newest message about it said; empty when nothing was sent since it holds
 * @param since when its condition began to hold
 * @param snooze the one that lasts longest, of the rule or its channel
 */
public record FiringAlert(
        String rule,
        Optional<String> channel,
        String severity,
        String text,
        Optional<String> value,
        Optional<Value> whenFired,
        Instant since,
        Optional<SnoozedRule> snooze) {

    /** A value and the time at which it was that. */
    public record Value(String text, Instant at) {}

    /** The value when it fired, if it is another one now. */
    public Optional<Value> changedFrom() {
        return whenFired.filter(then -> !value.equals(Optional.of(then.text())));
    }

    FiringAlert shown(Masking masking) {
        return new FiringAlert(
                rule, channel, severity, text, value, whenFired, since, snooze.map(one -> one.shown(masking)));
    }
}
