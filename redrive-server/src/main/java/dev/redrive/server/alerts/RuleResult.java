package dev.redrive.server.alerts;

import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a rule came to in a check.
 *
 * @param value empty when too little happened to say
 */
record RuleResult(AlertRule rule, Optional<String> channel, OptionalDouble value, boolean holds) {

    static RuleResult of(AlertRule rule, Optional<String> channel, OptionalDouble value) {
        return new RuleResult(rule, channel, value, value.isPresent() && holds(rule, value.getAsDouble()));
    }

    private static boolean holds(AlertRule rule, double value) {
        return rule.comparison() == Comparison.ABOVE ? value > rule.threshold() : value < rule.threshold();
    }
}
