package dev.redrive.policy;

/** The strategies that a configuration can name. */
public enum StrategyKind {
    EXPONENTIAL("exponential"),
    LADDER("ladder"),
    OFF_PEAK("off-peak"),
    CONDITIONAL("conditional"),
    MANUAL("manual"),
    NEVER("never");

    private final String word;

    StrategyKind(String word) {
        this.word = word;
    }

    /** The same as {@link Strategy#word()}. */
    public String word() {
        return word;
    }
}
