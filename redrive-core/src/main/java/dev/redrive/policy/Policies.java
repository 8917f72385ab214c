package dev.redrive.policy;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import java.util.List;
import java.util.stream.Stream;

/** All policies in their order: the first that fits wins, a user's own before the built-in ones. */
public final class Policies {
    private static final List<Policy> BUILT_IN = List.of(
            Policy.of(Match.any().category(Category.RATE_LIMIT), OffPeak.defaults()),
            Policy.of(Match.any().retryability(Retryability.TRANSIENT), Exponential.defaults()),
            Policy.of(Match.any().retryability(Retryability.PERMANENT), new Never()));

    /** Fits what no other does, so every letter has a policy. */
    private static final Policy LAST_RESORT = Policy.of(Match.any(), new Manual());

    private final List<Policy> inOrder;

    public Policies(List<Policy> own) {
        inOrder = Stream.concat(own.stream(), BUILT_IN.stream()).toList();
    }

    public static Policies builtIn() {
        return new Policies(List.of());
    }

    public Policy policyFor(String channel, String errorType, Category category, Retryability retryability) {
        return inOrder.stream()
                .filter(policy -> policy.match().fits(channel, errorType, category, retryability))
                .findFirst()
                .orElse(LAST_RESORT);
    }

    /** Takes the limit apart from the policy, because a letter may bring its own. */
    public Decision decide(Policy policy, RetryContext context, int maxRetries) {
        if (context.retryCount() >= maxRetries) return new Decision.GiveUp();
        return policy.strategy().next(context);
    }
}
