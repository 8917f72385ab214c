package dev.redrive.server.demo;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import java.time.Duration;
import java.util.List;

/** Retries that a visitor can watch: seconds where the built-in policies wait for minutes, or for the night. */
public final class DemoPolicies {
    private static final Exponential QUICK = new Exponential(Duration.ofSeconds(1), Duration.ofSeconds(10), 0.3);
    /** A visitor may take an hour to find the button, and no letter gives up before that. */
    private static final int RETRIES = 500;

    private DemoPolicies() {}

    /** To be asked before all others. */
    public static List<Policy> list() {
        return List.of(
                new Policy(Match.any().category(Category.RATE_LIMIT), QUICK, RETRIES, null),
                new Policy(Match.any().retryability(Retryability.TRANSIENT), QUICK, RETRIES, null));
    }
}
