package dev.redrive.policy;

/** Never retries: the letter fails at once. */
public record Never() implements Strategy {
    @Override
    public Decision next(RetryContext context) {
        return new Decision.GiveUp();
    }

    @Override
    public String word() {
        return "never";
    }
}
