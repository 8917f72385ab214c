package dev.redrive.policy;

/** Trying again cannot help. */
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
