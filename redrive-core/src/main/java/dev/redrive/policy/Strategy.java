package dev.redrive.policy;

/** Decides whether and when a letter is retried next. */
public sealed interface Strategy permits Exponential, Ladder, OffPeak, Conditional, Manual, Never {
    /** Does not count retries: that there is an end to them is the policy's matter. */
    Decision next(RetryContext context);

    /** The name used in configuration, in JSON and in a letter's history. */
    String word();
}
