package dev.redrive.server.config;

import dev.redrive.internal.policy.StrategySpec;
import dev.redrive.letter.Category;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.Exponential;
import dev.redrive.policy.Match;
import dev.redrive.policy.OffPeak;
import dev.redrive.policy.Policy;
import dev.redrive.policy.Strategy;
import dev.redrive.policy.StrategyKind;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code policies}, and the variables that change the built-in ones. */
final class PolicyReader {
    private static final String LONGEST = "3650d";
    private static final ValueForm<Integer> RETRIES = ValueForms.wholeNumber(0, 1_000_000);
    private static final ValueForm<Duration> DELAY = ValueForms.duration("1ms", LONGEST);
    private static final ValueForm<Duration> MILLISECONDS =
            ValueForms.wholeNumber(1, Integer.MAX_VALUE).map(Duration::ofMillis);
    private static final ValueForm<Double> SHARE = ValueForms.numberAbove(0, 1);
    private static final ValueForm<StrategyKind> STRATEGY = ValueForms.oneOf(StrategyKind.values(), StrategyKind::word);

    private final Optional<Integer> maxRetries;

    private PolicyReader(Optional<Integer> maxRetries) {
        this.maxRetries = maxRetries;
    }

    static List<Policy> read(Section root) {
        PolicyReader reader = new PolicyReader(root.variable("DLQ_MAX_RETRIES", RETRIES));
        List<Policy> policies = new ArrayList<>(root.each("policies", reader::policy));
        policies.addAll(reader.changedBuiltIns(root));
        return policies;
    }

    private Optional<Policy> policy(Section section) {
        Match match = match(section);
        int retries = section.value("max-retries", RETRIES).orElse(usualRetries());
        Optional<Priority> priority = section.value("priority", ValueForms.oneOf(Priority.values()));
        return spec(section).map(spec -> new Policy(match, spec.strategy(), retries, priority.orElse(null)));
    }

    private int usualRetries() {
        return maxRetries.orElse(Policy.DEFAULT_MAX_RETRIES);
    }

    private static Match match(Section section) {
        return new Match(
                section.value("category", ClassificationReader.CATEGORY).orElse(null),
                section.value("retryability", ClassificationReader.RETRYABILITY).orElse(null),
                section.value("channel", ValueForms.PATTERN).orElse(null),
                section.value("error-type", ValueForms.PATTERN).orElse(null));
    }

    /** Reads only the settings of the chosen strategy, so that others are reported as unknown. */
    private static Optional<StrategySpec> spec(Section section) {
        Optional<StrategyKind> kind = section.required("strategy", STRATEGY);
        if (kind.isEmpty()) {
            section.allowAnything();
            return Optional.empty();
        }
        return switch (kind.get()) {
            case EXPONENTIAL -> exponential(section);
            case LADDER -> ladder(section);
            case OFF_PEAK -> offPeak(section);
            case CONDITIONAL -> Optional.of(conditional(section));
            case MANUAL, NEVER -> kind.map(StrategySpec::of);
        };
    }

    private static Optional<StrategySpec> exponential(Section section) {
        Optional<Duration> base = section.value("base", DELAY);
        Optional<Duration> max = section.value("max", DELAY);
        Optional<Double> jitter = section.value("jitter", ValueForms.numberFrom(0, 1));
        if (isBelow(max, base.orElse(Exponential.defaults().base()))) {
            section.mistake("max", "must be at least as long as base");
            return Optional.empty();
        }
        return Optional.of(StrategySpec.exponential(base.orElse(null), max.orElse(null), jitter.orElse(null)));
    }

    private static boolean isBelow(Optional<Duration> max, Duration base) {
        return max.isPresent() && max.get().compareTo(base) < 0;
    }

    private static Optional<StrategySpec> ladder(Section section) {
        if (!section.isGiven("steps")) return Optional.of(StrategySpec.of(StrategyKind.LADDER));
        List<Duration> steps = section.values("steps", ValueForms.duration("0s", LONGEST));
        return steps.isEmpty() ? Optional.empty() : Optional.of(StrategySpec.ladder(steps));
    }

    private static Optional<StrategySpec> offPeak(Section section) {
        ZoneId zone = section.value("zone", ValueForms.ZONE).orElse(null);
        if (!section.isGiven("hours")) return Optional.of(StrategySpec.offPeak(null, zone));
        List<Integer> hours = section.values("hours", ValueForms.wholeNumber(0, 23));
        return hours.isEmpty() ? Optional.empty() : Optional.of(StrategySpec.offPeak(hours, zone));
    }

    private static StrategySpec conditional(Section section) {
        Optional<Duration> recheck = section.value("recheck", ValueForms.duration("100ms", "1d"));
        Conditions when = section.isGiven("when") ? section.inside("when", PolicyReader::conditions) : null;
        return StrategySpec.conditional(when, recheck.orElse(null));
    }

    /** Only what is named matters. */
    private static Conditions conditions(Section section) {
        boolean circuit = section.value("circuit", ValueForms.word("closed", "any"))
                .filter("closed"::equals)
                .isPresent();
        Optional<Double> cpu = section.value("cpu-below", SHARE);
        Optional<Double> memory = section.value("memory-below", SHARE);
        boolean database = section.value("db-connections", ValueForms.word("available", "any"))
                .filter("available"::equals)
                .isPresent();
        return new Conditions(circuit, cpu.orElse(null), memory.orElse(null), database);
    }

    /**
     * The built-in policies that retry, with the numbers of the environment variables in them. The one for rate limits is repeated because it
     * must stay before the one for all transient failures.
     */
    private List<Policy> changedBuiltIns(Section root) {
        Optional<Duration> base = root.variable("DLQ_BASE_DELAY_MS", MILLISECONDS);
        Optional<Duration> max = root.variable("DLQ_MAX_DELAY_MS", MILLISECONDS);
        if (base.isEmpty() && max.isEmpty() && maxRetries.isEmpty()) return List.of();
        Exponential usual = Exponential.defaults();
        Duration first = base.orElseGet(() -> isBelow(max, usual.base()) ? max.get() : usual.base());
        if (isBelow(max, first)) {
            root.mistakeOf("DLQ_MAX_DELAY_MS", "must be at least DLQ_BASE_DELAY_MS");
            return List.of();
        }
        return List.of(
                builtIn(Match.any().category(Category.RATE_LIMIT), OffPeak.defaults()),
                builtIn(
                        Match.any().retryability(Retryability.TRANSIENT),
                        StrategySpec.exponential(first, max.orElse(null), null).strategy()));
    }

    private Policy builtIn(Match match, Strategy strategy) {
        return Policy.of(match, strategy).withMaxRetries(usualRetries());
    }
}
