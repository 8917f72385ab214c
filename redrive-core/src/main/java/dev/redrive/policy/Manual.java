package dev.redrive.policy;

/** A person decides. */
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
