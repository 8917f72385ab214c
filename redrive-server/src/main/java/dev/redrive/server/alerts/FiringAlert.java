package dev.redrive.server.alerts;

import java.time.Instant;
import java.util.Optional;

/**
 * An alert rule whose condition holds.
 *
 * @param text what is true now, in a sentence
 * @param whenFired the value when it fired, if it is another one now
 */
public record FiringAlert(
        String rule,
        Optional<String> channel,
        String severity,
        String text,
        Optional<String> whenFired,
        Instant since) {}
