package dev.redrive.policy;

/** Never retries by itself: the letter waits for a person's decision. */
public record Manual() implements Strategy {
    @Override
    public Decision next(RetryContext context) {
        return new Decision.SetAside();
    }

    @Override
    public String word() {
        return "manual";
    }
}
