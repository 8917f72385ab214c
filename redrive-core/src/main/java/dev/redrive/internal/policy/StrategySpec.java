package dev.redrive.internal.policy;

import dev.redrive.policy.Conditional;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Manual;
import dev.redrive.policy.Never;
import dev.redrive.policy.OffPeak;
import dev.redrive.policy.Strategy;
import dev.redrive.policy.StrategyKind;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strategy as a configuration describes it. A setting that is null has its default; settings of other kinds have no effect.
 *
 * @param base exponential: the first delay
 * @param max exponential: the longest delay
 * @param jitter exponential: which share of the delay is added at random at most
 * @param steps ladder: one delay per retry
 * @param hours off-peak: the quiet hours of the day
 * @param zone off-peak: the time zone of the hours
 * @param when conditional: what must hold before a letter is tried
 * @param recheck conditional: how long until the conditions are checked again
 */
public record StrategySpec(
        StrategyKind kind,
        @Nullable Duration base,
        @Nullable Duration max,
        @Nullable Double jitter,
        @Nullable List<Duration> steps,
        @Nullable List<Integer> hours,
        @Nullable ZoneId zone,
        @Nullable Conditions when,
        @Nullable Duration recheck) {

    /** With all defaults. */
    public static StrategySpec of(StrategyKind kind) {
        return new StrategySpec(kind, null, null, null, null, null, null, null, null);
    }

    public static StrategySpec exponential(@Nullable Duration base, @Nullable Duration max, @Nullable Double jitter) {
        return new StrategySpec(StrategyKind.EXPONENTIAL, base, max, jitter, null, null, null, null, null);
    }

    public static StrategySpec ladder(@Nullable List<Duration> steps) {
        return new StrategySpec(StrategyKind.LADDER, null, null, null, steps, null, null, null, null);
    }

    public static StrategySpec offPeak(@Nullable List<Integer> hours, @Nullable ZoneId zone) {
        return new StrategySpec(StrategyKind.OFF_PEAK, null, null, null, null, hours, zone, null, null);
    }

    public static StrategySpec conditional(@Nullable Conditions when, @Nullable Duration recheck) {
        return new StrategySpec(StrategyKind.CONDITIONAL, null, null, null, null, null, null, when, recheck);
    }

    /**
     * The strategy with these settings.
     *
     * @throws IllegalArgumentException when a setting is out of range, with a message that names it
     */
    public Strategy strategy() {
        return switch (kind) {
            case EXPONENTIAL -> exponential();
            case LADDER -> steps == null ? Ladder.defaults() : new Ladder(steps);
            case OFF_PEAK -> offPeak();
            case CONDITIONAL -> conditional();
            case MANUAL -> new Manual();
            case NEVER -> new Never();
        };
    }

    /** A base that is longer than the default maximum becomes the maximum, too. */
    private Exponential exponential() {
        Exponential usual = Exponential.defaults();
        Duration first = or(base, usual.base());
        Duration most = or(max, first.compareTo(usual.max()) > 0 ? first : usual.max());
        return new Exponential(first, most, or(jitter, usual.jitter()));
    }

    private OffPeak offPeak() {
        OffPeak usual = OffPeak.defaults();
        return new OffPeak(or(hours, usual.hours()), or(zone, usual.zone()));
    }

    private Conditional conditional() {
        Conditional usual = Conditional.defaults();
        return new Conditional(or(when, usual.when()), or(recheck, usual.recheck()));
    }

    private static <T> T or(@Nullable T given, T usual) {
        return given == null ? usual : given;
    }
}
